// Reads from index.d.ts what each export takes, so that a new export is soaked without anybody thinking of it.
//
// A shape is plain data: { kind, name?, ... }. `name` is the typing's own name for a parameter, member or interface.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import ts from 'typescript'

/** Deepest structure that is followed; types that contain themselves end here. */
const DEEPEST = 7

/** `{ functions: { name: shapes of its parameters }, builder: { constructor, methods } }` */
export function readShapes(typings) {
  const program = ts.createProgram([typings], { strict: true, target: ts.ScriptTarget.ES2022, types: ['node'] })
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(typings)
  const functions = {}
  const builder = { constructor: [], methods: {} }

  const shape = (type, name, depth) => {
    if (depth > DEEPEST) return { kind: 'any', name }
    const flags = type.flags
    if (type.isStringLiteral() || type.isNumberLiteral()) return { kind: 'literal', value: type.value, name }
    if (flags & ts.TypeFlags.BooleanLiteral) return { kind: 'boolean', name }
    if (type.isUnion()) return { kind: 'union', of: type.types.map((one) => shape(one, name, depth)), name }
    if (type.isIntersection()) {
      const parts = type.types.map((one) => shape(one, name, depth)).filter((one) => one.kind === 'object')
      return { kind: 'object', members: Object.assign({}, ...parts.map((one) => one.members)), name }
    }
    if (flags & ts.TypeFlags.StringLike) return { kind: 'string', name }
    if (flags & ts.TypeFlags.NumberLike) return { kind: 'number', name }
    if (flags & ts.TypeFlags.BooleanLike) return { kind: 'boolean', name }
    if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return { kind: 'undefined', name }
    if (flags & ts.TypeFlags.Null) return { kind: 'null', name }
    if (type.isTypeParameter()) {
      const bound = checker.getBaseConstraintOfType(type)
      return bound ? shape(bound, name, depth) : { kind: 'any', name }
    }
    if (flags & ts.TypeFlags.Object) return objectShape(type, name, depth)
    return { kind: 'any', name }
  }

  const objectShape = (type, name, depth) => {
    const symbol = type.symbol?.name
    if (symbol === 'Date') return { kind: 'date', name }
    if (symbol === 'Uint8Array') return { kind: 'bytes', name }
    if (symbol === 'PromptBuilder') return { kind: 'builder', name }
    if (['Array', 'ReadonlyArray', 'Iterable'].includes(symbol)) {
      const [item] = checker.getTypeArguments(type)
      return { kind: symbol === 'Iterable' ? 'iterable' : 'array', of: shape(item, name, depth + 1), name }
    }
    if (type.getCallSignatures().length > 0) return { kind: 'function', name }
    const index = checker.getIndexTypeOfType(type, ts.IndexKind.String)
    if (index) return { kind: 'record', of: shape(index, name, depth + 1), name }
    const members = {}
    for (const member of checker.getPropertiesOfType(type)) {
      const memberType = checker.getTypeOfSymbol(member)
      members[member.name] = shape(memberType, member.name, depth + 1)
    }
    return { kind: 'object', type: type.aliasSymbol?.name ?? symbol, members, name }
  }

  const parameters = (signature) =>
    signature.parameters.map((parameter) => shape(checker.getTypeOfSymbol(parameter), parameter.name, 0))
  /** Name of what a call results in, promises aside. */
  const result = (signature) => {
    const type = checker.getReturnTypeOfSignature(signature)
    return (checker.getAwaitedType(type) ?? type).symbol?.name
  }
  const add = (into, name, signature) =>
    (into[name] = { parameters: parameters(signature), result: result(signature) })

  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement)) {
      add(functions, statement.name.text, checker.getSignatureFromDeclaration(statement))
    }
    if (ts.isClassDeclaration(statement) && statement.name.text === 'PromptBuilder') {
      for (const member of statement.members) {
        const signature = checker.getSignatureFromDeclaration(member)
        if (ts.isConstructorDeclaration(member)) builder.constructor = parameters(signature)
        if (ts.isMethodDeclaration(member)) add(builder.methods, member.name.text, signature)
      }
    }
  }
  return { functions, builder }
}

/** Codes that the typings name, and the one of a call that Node itself refuses. */
export function documentedCodes(typings) {
  const named = readFileSync(typings, 'utf8').match(/ERR_[A-Z_]+/g)
  // What nobody foresaw must not happen.
  return [...new Set(named), 'ERR_NODE'].filter((code) => code !== 'ERR_INTERNAL')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const typings = fileURLToPath(new URL('../index.d.ts', import.meta.url))
  console.log(JSON.stringify({ codes: documentedCodes(typings), shapes: readShapes(typings) }))
}

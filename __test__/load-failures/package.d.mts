/** A packed package. */
export interface Packed {
  manifest: { name: string; version: string; optionalDependencies?: Record<string, string> }
  integrity: string
  shasum: string
  file: string
}

export declare const target: string
export declare function temporary(name: string): string
export declare function run(
  cwd: string,
  command: string,
  args: string[],
  env?: Record<string, string>,
): Promise<{ code: number | string; stdout: string; stderr: string }>
export declare function succeed(cwd: string, command: string, args: string[], env?: Record<string, string>): Promise<string>
export declare function installTools(): Promise<void>
export declare function manager(name: string, args: string[]): [string, string[]]
export declare function pack(folder: string, version?: string): Promise<Packed[]>
export declare function serve(packages: Packed[]): Promise<{ address: string; close(): void }>
export declare function emptyFolder(address: string): string
export declare function configureBerry(folder: string, address: string, linker: 'node-modules' | 'pnp'): void
export declare function nodeOf(major: number): Promise<string>

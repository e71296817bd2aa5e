// One thread of a soak.

import { writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'

import { makeCaller } from './caller.mjs'

const { calls, first, trace } = workerData
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

// What was called last is read by the parent when the process has ended.
const before = (name, number) => writeSync(trace, `${name} ${number}`.padEnd(79) + '\n', 0)
const { counts, failures, one } = makeCaller({ ...workerData, before })

const memory = () => {
  collect()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return { heapUsed, external, arrayBuffers }
}

const STEP = 500
for (let done = 0; done < calls && failures.length < 20; ) {
  const until = Math.min(calls, done + STEP)
  // A few calls at a time, so that the pool's threads and the event loop have work of several at once.
  for (; done < until; done += 4) {
    await Promise.all([0, 1, 2, 3].filter((lane) => done + lane < until).map((lane) => one(first + done + lane)))
  }
  done = until
  parentPort.postMessage({ done, ...(done % (STEP * 10) === 0 || done === calls ? { memory: memory() } : {}) })
}
parentPort.postMessage({ end: true, counts, failures, memory: memory() })

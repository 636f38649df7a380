import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { treeCpuSeconds } from './cpu.ts'
import { type Generator, startGenerator } from './generator.ts'
import { query } from './query.ts'
import type { Row } from './report.ts'
import { productionSettings, type ShopProcess, startShop } from './shop-process.ts'

export type Benchmark = { name: string; run(context: RunContext): Promise<Row[]> }

/** Resources that benchmarks share. They are created on first use and closed in reverse order. */
export class RunContext {
  readonly quick: boolean
  readonly #closers: (() => Promise<unknown>)[] = []
  #closing: Promise<void> | undefined
  #generator: Generator | undefined
  #postgres: Promise<PostgresServer> | undefined
  #seeded: Promise<{ DATABASE_URL: string; DATA_DIR: string }> | undefined

  constructor(quick: boolean) {
    this.quick = quick
  }

  onClose(closer: () => Promise<unknown>): void {
    this.#closers.push(closer)
  }

  get generator(): Generator {
    if (!this.#generator) {
      this.#generator = startGenerator()
      this.onClose(this.#generator.stop)
    }
    return this.#generator
  }

  async folder(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'alpine-bench-'))
    this.onClose(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    return folder
  }

  async database(name: string): Promise<string> {
    this.#postgres ??= startPostgres()
    const server = await this.#postgres
    if (!this.#closers.includes(server.stop)) this.onClose(server.stop)
    await query(server.url, `create database ${name}`)
    return new URL(`/${name}`, server.url).href
  }

  /** Processor time of all PostgreSQL processes, if the system reports it. */
  async postgresCpuSeconds(): Promise<number | undefined> {
    return this.#postgres && treeCpuSeconds((await this.#postgres).pid())
  }

  /** A production shop that runs until it is stopped or the context closes. */
  async shop(settings: Record<string, string>, nodeFlags?: string[]): Promise<ShopProcess> {
    const shop = await startShop({ ...productionSettings, ...settings }, nodeFlags)
    this.onClose(shop.stop)
    return shop
  }

  /** Runs a script in a separate process until the context closes. */
  fork(script: string, options?: ForkOptions): ChildProcess {
    const child = fork(script, options)
    const kill = () => void child.kill()
    process.once('exit', kill)
    this.onClose(async () => {
      process.off('exit', kill)
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill()
      await exited
    })
    return child
  }

  /** Settings of the demo shop on PostgreSQL, seeded once. */
  seeded(): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
    this.#seeded ??= this.#seed()
    return this.#seeded
  }

  async #seed() {
    const settings = { DATABASE_URL: await this.database('seeded'), DATA_DIR: await this.folder() }
    await (await startShop({ ...settings, MODE: 'demo' })).stop()
    return settings
  }

  /** A second call, for example after a signal, waits for the first. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    for (const close of this.#closers.toReversed()) await close()
  }
}

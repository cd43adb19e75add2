import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { openClient, openPool } from '../../../libraries/pg-batch/index.ts';
import { ServiceRouter } from '../../../platform/calls/service-router.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { Database, type DatabaseOptions } from '../../../platform/data/database.ts';
import { InProcessBus } from '../../../platform/events/in-process-bus.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { RunningService } from '../../../platform/process/service.ts';
import type { ServiceDefinition } from '../../../platform/process/service-definition.ts';
import type { ServiceOptions } from '../../../platform/process/service-options.ts';
import { FakeClock } from '../fake-clock.ts';
import { TestDatabases } from '../postgres/test-databases.ts';
import { probe } from './probe.ts';

/** A database of the probe, with any number of services and connections. */
export interface Probe {
  readonly databaseUrl: string;
  readonly clock: FakeClock;
  readonly bus: InProcessBus;
  /** Opens another pool on the database, closed at the end. */
  database(options?: Partial<DatabaseOptions>): Database;
  /** Creates another instance of the probe, not started; stopped at the end. */
  service(definition?: Partial<ServiceDefinition>, options?: Partial<ServiceOptions>): RunningService;
  /** Reads or changes stored data directly, bypassing the platform. */
  sql<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Opens a direct connection, for holding locks; closed at the end. */
  connect(): Promise<pg.Client>;
  stop(): Promise<void>;
}

export async function startProbe(): Promise<Probe> {
  const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [probe.name]);
  const databaseUrl = databases.url(probe.name);
  const address = databases.addressOf(probe.name);
  const clock = new FakeClock('2026-10-05T08:00:00.000Z');
  const bus = new InProcessBus(silentLogger);
  const beside = openPool({ connectionString: databaseUrl, max: 2 });
  const ends: (() => Promise<unknown>)[] = [];
  return {
    databaseUrl,
    clock,
    bus,
    database(options) {
      const database = new Database({
        url: address.databaseUrl,
        directUrl: address.directDatabaseUrl,
        maxConnections: 4,
        statementTimeoutMs: 10_000,
        applicationName: 'probe',
        constraints: probe.constraints,
        log: silentLogger,
        ...options,
      });
      ends.push(() => database.close());
      return database;
    },
    service(definition, options) {
      const service = new RunningService(
        { ...probe, ...definition },
        {
          ...address,
          maxConnections: 8,
          statementTimeoutMs: 10_000,
          clock,
          ids: systemIds,
          log: silentLogger,
          bus,
          router: new ServiceRouter(),
          ...options,
        },
      );
      ends.push(() => service.stop());
      return service;
    },
    sql: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await beside.query(text, [...values])).rows as Row[],
    async connect() {
      const client = await openClient({ connectionString: databaseUrl });
      ends.push(() => client.end());
      return client;
    },
    async stop() {
      for (const end of ends) await end();
      await beside.end();
      await databases.drop();
    },
  };
}

import { pino } from 'pino';
import { systemClock } from '../../../platform/core/clock.ts';
import { Database } from '../../../platform/data/database.ts';
import { JetStreamBus } from '../../../platform/events/jetstream-bus.ts';
import { NatsLink } from '../../../platform/events/nats/nats-link.ts';
import { Relay } from '../../../platform/events/outbox/relay.ts';
import { runUntilSignal } from '../../../platform/process/lifetime.ts';

/** A program that runs only the relay of the probe, for tests of a relay that dies or hangs. */
const [name = '', databaseUrl = '', natsUrl = ''] = process.argv.slice(2);
const log = pino({ level: 'warn' }, pino.destination(2));

await runUntilSignal(log, 10_000, async (own) => {
  const link = await own(NatsLink.open({ url: natsUrl, name, log }), (it) => it.close());
  const bus = new JetStreamBus({ link, log });
  const database = new Database({
    url: databaseUrl,
    maxConnections: 2,
    statementTimeoutMs: 5_000,
    applicationName: name,
    constraints: {},
    log,
  });
  const db = await own(database, (it) => it.close());
  const relay = new Relay({ db, bus, clock: systemClock, log, service: 'probe' });
  relay.start();
  await own(relay, (it) => it.stop());
  process.stdout.write('ready\n');
});

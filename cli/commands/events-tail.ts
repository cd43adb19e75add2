import { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import { readConfig } from '../../platform/core/config/config.ts';
import { natsAddressVariables } from '../../platform/events/nats/nats-variables.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { institutionOf } from '../of-institution.ts';
import { countOf, spanOf } from '../option-values.ts';
import { printable } from '../terminal/printable.ts';

interface Options {
  readonly service?: string;
  readonly type?: string;
  readonly institution?: string;
  readonly since?: string;
  readonly count?: string;
  readonly json?: true;
}

export function eventsTailCommand({ terminal, environment, connected }: CliContext): Command {
  return new Command('tail')
    .description('Prints events as they are published, until you stop it.')
    .option('--service <name>', 'only events of one service')
    .option('--type <name>', 'only events of one type, such as UserCreated')
    .option('--institution <id|ref>', 'only events of one institution')
    .option('--since <time>', 'start with stored events of this age: 90s, 15m, 2h, 7d')
    .option('--count <n>', 'stop after this many events')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', HELP)
    .action(async ({ service, type, institution, since, count, json }: Options) => {
      // Loaded here: they take longer to load than most commands run.
      const [{ readEvents }, { eventView, eventServices, eventNames }] = await Promise.all([
        import('../../deploy/nats/read-events.ts'),
        import('../events/event-types.ts'),
      ]);
      const { NATS_URL: url, NATS_TLS_CA: ca } = readConfig(natsAddressVariables, environment);
      if (url === undefined)
        throw new CommandFailure(
          'NATS_URL is missing: set it to the address of NATS, nats://operator:password@host:4222. A platform in one process publishes nothing to NATS.',
        );
      const filter = {
        service: oneOf(service, eventServices, 'service'),
        name: oneOf(type, eventNames, 'type of events'),
        institutionId:
          institution === undefined
            ? undefined
            : (await connected((connection) => institutionOf(connection, institution))).id,
      };
      let left = count === undefined ? Number.POSITIVE_INFINITY : countOf(count, '--count');
      const events = readEvents({
        address: { url, ca },
        filter,
        since: since === undefined ? undefined : systemClock.now() - sinceOf(since),
      });
      try {
        for await (const envelope of events) {
          const view = eventView(envelope);
          if (json) terminal.printJson(view);
          else terminal.print(lineOf(view));
          left -= 1;
          if (left <= 0) break;
        }
      } catch (error) {
        throw new CommandFailure(`Cannot read events from NATS_URL:  ${(error as Error).message}`);
      }
    });
}

const HELP = `
Each line shows the time, the type, the record, the institution, the request,
and the content of the event.

Environment:
  NATS_URL     address of NATS: tls://operator:password@nats.internal:4222
  NATS_TLS_CA  certificate authority to trust, if not a public one
  (or read from files: NATS_URL_FILE, NATS_TLS_CA_FILE)

Example:
  export NATS_URL_FILE=.data/nats/operator-url
  lyceum events tail --service directory --since 1h`;

interface View {
  readonly occurredAt: string;
  readonly type: string;
  readonly aggregateId: string;
  readonly institutionId: string | null;
  readonly requestId: string;
  readonly resourceId: string;
  readonly changed: readonly string[];
  readonly payload: unknown;
}

function lineOf({ occurredAt, type, aggregateId, institutionId, requestId, ...about }: View): string {
  const name = type.replace(/^lyceum\.(\w+)\.v\d+\./, '$1 ');
  const detail = detailOf(about);
  const parts = [occurredAt, name, aggregateId, `of ${institutionId ?? 'the platform'}`, `by ${requestId}`, detail];
  return parts.map(printable).join('  ');
}

/** For a record of the API: its id and the changed fields. For anything else: the payload. */
function detailOf({ resourceId, changed, payload }: Pick<View, 'resourceId' | 'changed' | 'payload'>): string {
  if (resourceId !== '') return [resourceId, ...changed].join(' ');
  return typeof payload === 'string' ? payload : JSON.stringify(payload);
}

function oneOf(value: string | undefined, allowed: readonly string[], what: string): string | undefined {
  if (value === undefined || allowed.includes(value)) return value;
  throw new CommandFailure(`There is no ${what} ${value}. Choose one of ${allowed.toSorted().join(', ')}.`);
}

function sinceOf(text: string): number {
  const span = spanOf(text);
  if (span === null) throw new CommandFailure('--since must be a number and a unit: 90s, 15m, 2h, 7d.');
  return span;
}

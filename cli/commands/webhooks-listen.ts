import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { systemClock } from '../../platform/core/clock.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { EventService } from '../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import type { CliContext } from '../cli-context.ts';
import { CommandFailure } from '../failure.ts';
import { callOf, type OfInstitution } from '../of-institution.ts';
import { numberOf, webhooksCommand } from './webhooks.ts';

interface Options extends OfInstitution {
  readonly forwardTo: string;
  readonly secret?: string;
  readonly from?: string;
  readonly count?: string;
}

const POLL_INTERVAL_MS = 1_000;
const PAGE = 100;

export function webhooksListenCommand({ terminal, connected }: CliContext): Command {
  return webhooksCommand(
    'listen',
    'Forwards new events of the feed to a local URL, signed, until you stop it. Use it to develop a receiver.',
    '--forward-to http://localhost:3000',
  )
    .requiredOption('--forward-to <url>', 'URL that events are posted to; each is sent once, whatever the response')
    .option('--secret <whsec>', 'secret that signs the events; if not given, a new one is created and printed')
    .option('--from <sequence>', 'start at this position of the feed instead of its end')
    .option('--count <n>', 'stop after this many events')
    .action(async ({ forwardTo, secret, from, count, ...options }: Options) => {
      if (!URL.canParse(forwardTo))
        throw new CommandFailure('--forward-to must be a URL, such as http://localhost:3000.');
      const [{ newSigningSecret }, { signatureHeaders }, { eventBody }, { Sender }, { anywhere }] = await Promise.all([
        import('../../platform/outbound/signing-secret.ts'),
        import('../../platform/outbound/sign.ts'),
        import('../../services/webhooks/domain/event-body.ts'),
        import('../../platform/outbound/sender.ts'),
        import('../../libraries/outbound-guard/index.ts'),
      ]);
      const signedWith = secret ?? newSigningSecret(systemIds);
      if (secret === undefined) terminal.note(`Signed with ${signedWith}`);
      const sender = new Sender({ guard: anywhere });
      let left = count === undefined ? Number.POSITIVE_INFINITY : numberOf(count, 'count');
      await connected(async (connection) => {
        const call = await callOf(connection, options);
        const { listEvents } = EventService.method;
        let reached: { readonly endSequence: bigint; readonly endId?: string | undefined } =
          from === undefined
            ? await call(listEvents, { size: 1, onlyEnd: true })
            : { endSequence: BigInt(Math.max(numberOf(from, 'from') - 1, 0)) };
        while (left > 0) {
          const { endSequence: afterSequence, endId: afterId } = reached;
          const page = await call(listEvents, { size: PAGE, afterSequence, ...(afterId !== undefined && { afterId }) });
          for (const event of page.events.slice(0, left)) {
            const body = eventBody(event);
            const signed = { eventId: event.id, sentAt: systemClock.now(), body };
            const headers = { 'content-type': 'application/json', ...signatureHeaders(signed, [signedWith]) };
            const { status, error } = await sender.send({ url: forwardTo, headers, body });
            if (options.json) terminal.printJson({ id: event.id, type: event.type, status, error });
            else terminal.print(`${event.occurredAt}  ${event.type}  ${event.id}  ${error ?? status}`);
            left -= 1;
          }
          reached = page;
          if (!page.hasMore && left > 0) await delay(POLL_INTERVAL_MS);
        }
      }).finally(() => sender.close());
    });
}

import { type AreaName, areaNames } from '../../../platform/core/grant.ts';
import { Copies } from '../../../test/support/copies.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import { asOperator, isReady, type Platform } from '../fleet/platform.ts';
import { openSchool } from '../fleet/school.ts';
import { Watch } from '../injections/watch.ts';
import { truthsOf } from '../truths/truths.ts';
import { Integrator } from './integrator.ts';
import { Journal } from './journal.ts';
import { Traffic } from './traffic.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

/** An institution that uses the platform all the time, and the outcomes. */
export type Work = Awaited<ReturnType<typeof beginWork>>;

/**
 * Creates the institution and starts; the test scope stops its webhook receiver.
 * @param pace the rate; 1 is about fifty requests a second
 */
export async function beginWork(scope: TestScope, platform: Platform, pace: number) {
  const journal = new Journal();
  const school = await openSchool(platform);
  const receiver = await WebhookReceiver.start(scope, school.clients[0] as TestClient, journal);
  const integrator = new Integrator(platform.urls, journal);
  const { path: folder } = await scope.dataDirectory();
  const copies = await asOperator(platform, (operator) =>
    Copies.open({ operator, institutionId: school.institutionId, urls: platform.urls, areas: COPIED, folder }),
  );
  const truths = await truthsOf(integrator, school, platform);
  const traffic = new Traffic(integrator, school, copies, pace);
  const watch = new Watch(journal, () => isReady(platform.urls));
  traffic.begin();
  return {
    ...{ school, journal, receiver, traffic, copies, truths, watch },
    /**
     * Starts nothing more, waits for the requests in flight, sends every key again that a client gave up, and some keys
     * whose success is known. The platform has recovered, so each key must have an answer, none may be in flight, and a
     * known success must be replayed unchanged. Returns how many writes had been given up.
     */
    async end(): Promise<number> {
      await traffic.end();
      const { writes, wrongs } = journal;
      const givenUp = writes.filter(({ answer }) => !answer);
      const known = writes.filter(({ answer }, index) => answer && index % REPEATED === 0);
      for (const record of givenUp) {
        const { outcome, answer } = await integrator.send(record);
        if (!answer && !(typeof outcome === 'number' && outcome >= 400 && outcome < 500 && outcome !== 409))
          wrongs.push(`the key ${record.write.key} of ${record.write.kind} is stuck: ${outcome}`);
      }
      for (const record of known) {
        const { outcome, answer } = await integrator.send(record);
        if (!answer) wrongs.push(`${record.write.kind} is not repeated with its key: ${outcome}`);
        else if (!answer.headers.has('idempotency-replayed'))
          wrongs.push(`${record.write.kind} with its key is no replay: ${record.write.key}`);
      }
      return givenUp.length;
    },
  };
}

/** Repeats one of this many known writes. */
const REPEATED = 20;
/** Changed time records cost a request each, and there are more than one client may send. Their truth is `hours`. */
const COPIED: readonly AreaName[] = areaNames.filter((name) => name !== 'time-tracking');

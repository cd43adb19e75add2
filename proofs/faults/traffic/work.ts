import type { TestClient } from '../../../test/support/test-client.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import { settleKeys } from '../audit/settle-keys.ts';
import { isReady } from '../fleet/is-ready.ts';
import type { Platform } from '../fleet/platform.ts';
import { openSchool, type School } from '../fleet/school.ts';
import { Watch } from '../injections/watch.ts';
import { Truths } from '../truths/truths.ts';
import { Integrator } from './integrator.ts';
import { Journal } from './journal.ts';
import { Traffic } from './traffic.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

interface Parts {
  readonly school: School;
  readonly journal: Journal;
  readonly receiver: WebhookReceiver;
  readonly integrator: Integrator;
  readonly truths: Truths;
  readonly pace: number;
}

/** An institution that uses the platform all the time, and the outcomes. */
export class Work {
  readonly school: School;
  readonly journal: Journal;
  readonly receiver: WebhookReceiver;
  readonly traffic: Traffic;
  readonly truths: Truths;
  readonly watch: Watch;
  readonly #integrator: Integrator;

  private constructor({ urls }: Platform, { school, journal, receiver, integrator, truths, pace }: Parts) {
    this.school = school;
    this.journal = journal;
    this.receiver = receiver;
    this.truths = truths;
    this.#integrator = integrator;
    this.traffic = new Traffic(integrator, school, pace);
    this.watch = new Watch(this.journal, () => isReady(urls));
  }

  /**
   * Creates the institution and starts; the test scope stops its webhook receiver.
   * @param pace the rate; 1 is about fifty requests a second
   */
  static async begin(scope: TestScope, platform: Platform, pace: number): Promise<Work> {
    const journal = new Journal();
    const school = await openSchool(platform);
    const receiver = await WebhookReceiver.start(scope, school.clients[0] as TestClient, journal);
    const integrator = new Integrator(platform.urls, journal);
    const truths = await Truths.begin(integrator, school, platform);
    const work = new Work(platform, { school, journal, receiver, integrator, truths, pace });
    work.traffic.begin();
    return work;
  }

  /**
   * Starts nothing more, waits for the requests in flight, and completes the open writes; returns how many writes had
   * been given up before.
   */
  async end(): Promise<number> {
    await this.traffic.end();
    return (await settleKeys(this.journal, this.#integrator)).givenUp;
  }
}

import { firstSpoken } from '../../../languages/names.ts';
import { byId, inBatches } from '../../../platform/core/batch-get.ts';
import { deadlineAfter } from '../../../platform/core/clock.ts';
import { standstillOf } from '../../../platform/data/standstill/fence.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import type { BackgroundWork } from '../../../platform/process/service-options.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { consoleAddress, type MailConfig, mailConfig, openIdConfig } from '../config.ts';
import { keysOf, stillReported, unreported } from '../domain/problems.ts';
import { ownCall } from '../sign-in/own-call.ts';
import { unsubscribeTokens } from '../sign-in/owner-token.ts';
import { findLanguage } from '../store/administrators.ts';
import { claimDue, claimMail, type Due, recheckNow, releaseMail, writeReported } from '../store/problem-mails.ts';
import { administratorChanges } from './mail-changes.ts';
import { closings } from './mail-closings.ts';
import { mailNotices } from './mail-notices.ts';
import { isNobodys, type MailResult } from './mail-server.ts';
import { readProblems } from './read-problems.ts';
import { sendNoted } from './send-noted.ts';
import { type Mail, writeMail } from './write-mail.ts';

/**
 * Emails administrators about problems, changes of administrators, and the end of their institution. Safe to run in several replicas. Undefined without a mail server.
 * @param pollMs how long it waits between two rounds
 */
export function problemMailWork(runtime: Runtime, pollMs = POLL_MS): BackgroundWork | undefined {
  const config = mailConfig(runtime);
  return config && new MailWorker(runtime, config, pollMs);
}

/**
 * Always in one of three states; `#run` alone goes from one to the next.
 *
 * - PAUSING: it waits for `pollMs`, or up to {@link MAX_PAUSE_MS}, twice as long after each round that failed. Then
 *   ROUND; after `stop`, STOPPED at once.
 * - ROUND: it tells of closings and changes of administrators, then checks one institution after another, with claims of `problem-mails.ts`, which describes the states of an
 *   administrator's row and what happens if several workers run or one dies. PAUSING when no institution is due, when a
 *   check throws, or when the mail server does not answer: other institutions' emails would fail, too.
 * - STOPPED: `stop` ends a round after the email that is being sent, and makes the institution due again, for the next
 *   process or another replica.
 */
class MailWorker implements BackgroundWork {
  readonly #runtime: Runtime;
  readonly #config: MailConfig;
  readonly #pollMs: number;
  readonly #stopping = Promise.withResolvers<void>();
  #isStopping = false;
  #loop: Promise<void> | undefined;

  constructor(runtime: Runtime, config: MailConfig, pollMs: number) {
    this.#runtime = runtime;
    this.#config = config;
    this.#pollMs = pollMs;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Waits for the email that is being sent, which takes seconds at most. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopping.resolve();
    await this.#loop;
  }

  /** Waits first: in one process, the console's address is known once the gateway listens. */
  async #run(): Promise<void> {
    let waitMs = this.#pollMs;
    for (;;) {
      await this.#pause(waitMs);
      if (this.#isStopping) return;
      waitMs = (await this.#round()) ? this.#pollMs : Math.min(2 * waitMs, MAX_PAUSE_MS);
    }
  }

  /** Checks all institutions that are due. @returns false if one check failed, and others would */
  async #round(): Promise<boolean> {
    const { db, log } = this.#runtime;
    const mayContinue = () => !this.#isStopping;
    try {
      const mailing = { runtime: this.#runtime, config: this.#config, mayContinue };
      if (!(await mailNotices(closings, mailing)) || !(await mailNotices(administratorChanges, mailing))) return false;
      for (;;) {
        const due = this.#isStopping ? [] : await db.transaction(claimDue, { of: 'own' });
        const [first] = due;
        if (!first) return true;
        if (!(await this.#checkUnlessStill(first.institutionId, due))) return false;
      }
    } catch (error) {
      log.warn({ err: error }, 'cannot look for problems to email about; retrying');
      return false;
    }
  }

  /** An institution that has come to stand still meanwhile is looked at again when that has ended. */
  async #checkUnlessStill(institutionId: string, due: readonly Due[]): Promise<boolean> {
    try {
      return await this.#checkInstitution(institutionId, due);
    } catch (error) {
      if (standstillOf(error)) return true;
      throw error;
    }
  }

  /**
   * Emails the administrators of an institution to whom a present problem has not been reported.
   * @returns false if the mail server cannot be reached, or the worker stops
   */
  async #checkInstitution(institutionId: string, due: readonly Due[]): Promise<boolean> {
    const runtime = this.#runtime;
    const { ids, db } = runtime;
    const context = { requestId: ids.newRequestId(), deadline: deadlineAfter(CHECK_MS) };
    const call = await ownCall(
      { runtime, callAs: (identity) => runtime.call({ ...context, ...identity }) },
      institutionId,
    );
    const { institution, problems } = await readProblems(call, runtime, institutionId);
    const remaining = due.map((each) => ({ ...each, toldKeys: stillReported(problems, each.toldKeys) }));
    await db.transaction(
      async (tx) => {
        for (const [index, each] of remaining.entries())
          if (each.toldKeys.length !== due[index]?.toldKeys.length) writeReported(tx, each);
      },
      { of: { institutionId } },
    );
    const unaware = remaining.filter(({ toldKeys }) => unreported(problems, toldKeys).length > 0);
    const answers = await inBatches(
      unaware.map(({ userId }) => userId),
      (some) => call(UserService.method.batchGetUsers, { ids: some, isSummary: true }),
    );
    const users = byId(answers.flatMap((answer) => answer.users));
    for (const each of unaware) {
      const administrator = users.get(each.userId);
      if (!administrator || administrator.isArchived || isNobodys(administrator.email)) continue;
      if (this.#isStopping) return await this.#recheckNow(institutionId);
      const language = firstSpoken(await findLanguage(db, each, each.userId), institution.language);
      const token = unsubscribeTokens.seal(openIdConfig(runtime).keys, each);
      const consoleUrl = consoleAddress(runtime);
      const unsubscribe = `${consoleUrl}/unsubscribe/${token}`;
      const mail = writeMail({ problems, institution, administrator, language, consoleUrl, unsubscribe });
      const result = await this.#mail(each, mail, keysOf(problems));
      if (result === 'unreachable' || result === 'unknown') return await this.#recheckNow(institutionId);
    }
    return true;
  }

  /** Leaves an institution to the next round, or to another replica. */
  async #recheckNow(institutionId: string): Promise<false> {
    await this.#runtime.db.transaction(async (tx) => recheckNow(tx, institutionId), { of: { institutionId } });
    return false;
  }

  /**
   * Sends an email, if the administrator's last one is a day old. It is claimed before, and the claim is released only
   * if the server has certainly not accepted it, so that no administrator gets two.
   */
  async #mail(due: Due, mail: Mail, reported: readonly string[]): Promise<MailResult | undefined> {
    const { db } = this.#runtime;
    const mailedAt = await db.transaction((tx) => claimMail(tx, due), { of: due });
    if (mailedAt === undefined) return undefined;
    const result = await sendNoted(mail, { runtime: this.#runtime, config: this.#config, to: due });
    await db.transaction(
      async (tx) => {
        if (result === 'sent') writeReported(tx, { ...due, mailedAt, toldKeys: reported });
        else if (result !== 'unknown') releaseMail(tx, due, mailedAt);
      },
      { of: 'begun' },
    );
    return result;
  }

  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    await Promise.race([promise, this.#stopping.promise]);
    clearTimeout(timer);
  }
}

/** How long it waits between two rounds, and so how late a due administrator is checked. */
const POLL_MS = 5_000;
/** While the mail server or a service cannot be reached. */
const MAX_PAUSE_MS = 10 * 60_000;
/** For the calls of one institution. */
const CHECK_MS = 30_000;

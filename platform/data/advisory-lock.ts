import type pg from 'pg';
import { deadlineAfter, remainingMs } from '../core/clock.ts';
import { openClient } from './connections.ts';
import type { SessionOptions } from './sessions.ts';

/**
 * A lock of the database that one process holds as long as it lives and answers, on a session of its own. The server ends a session that has
 * said nothing for a while, so that a process that was stopped loses the lock as one that was killed does; and whoever was stopped knows by the
 * clock that it has lost it, before it hears so from the server.
 */
export class AdvisoryLock {
  readonly #open: () => Promise<pg.Client>;
  readonly #name: string;
  #session: Session | undefined;

  /** A lock of a database, beside the pools of those who use it. */
  static on(
    { url, directUrl, applicationName }: Pick<SessionOptions, 'url' | 'directUrl' | 'applicationName'>,
    name: string,
  ): AdvisoryLock {
    const config = {
      connectionString: directUrl ?? url,
      application_name: `${applicationName} ${name}`,
      connectionTimeoutMillis: 5_000,
      query_timeout: 3_000,
      // A process that is stopped, and a machine that is gone without a word, lose their session.
      options: `-c idle_session_timeout=${LOCK_SILENCE_MS} -c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3`,
    };
    return new AdvisoryLock(name, () => openClient(config));
  }

  /** @param open gives a new session, which ends after {@link LOCK_SILENCE_MS} without a word */
  private constructor(name: string, open: () => Promise<pg.Client>) {
    this.#name = name;
    this.#open = open;
  }

  /** Whether the lock is certainly held at this moment. */
  get isHeld(): boolean {
    return this.#session?.holds === true && remainingMs(this.#session.heldUntil) > 0;
  }

  /** Takes the lock if nobody has it, and tells whether it is held now. Throws when the database cannot be asked. */
  async take(): Promise<boolean> {
    if (this.isHeld) return true;
    // Held too long ago: the server may have ended the session, or be about to.
    if (this.#session?.holds) this.#drop(this.#session);
    this.#session ??= await this.#connect();
    const session = this.#session;
    const until = deadlineAfter(HELD_MS);
    try {
      const { rows } = await session.client.query<{ held: boolean }>(TAKE, [this.#name]);
      if (rows[0]?.held) this.#hold(session, until);
    } catch (error) {
      this.#drop(session);
      throw error;
    }
    return this.isHeld;
  }

  /** Which session has the lock that this one could not take, as far as its role may see; undefined where nobody has it any more. */
  async holder(): Promise<LockHolder | undefined> {
    const result = await this.#session?.client.query<LockHolder>(HOLDER, [this.#name]);
    return result?.rows[0];
  }

  /** Gives the lock back, at once. */
  async release(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    this.#session = undefined;
    session.holds = false;
    clearInterval(session.heartbeat);
    await session.client.end().catch(() => undefined);
  }

  async #connect(): Promise<Session> {
    const client = await this.#open();
    const session: Session = { client, holds: false, isHeartbeatPending: false, heldUntil: 0, heartbeat: undefined };
    client.on('error', () => this.#drop(session));
    client.on('end', () => this.#drop(session));
    return session;
  }

  #hold(session: Session, until: number): void {
    session.holds = true;
    session.heldUntil = until;
    session.heartbeat = setInterval(() => void this.#beat(session), BEAT_EVERY_MS);
    session.heartbeat.unref();
  }

  async #beat(session: Session): Promise<void> {
    // A server that hangs is not asked again before it has answered, or the time limit has.
    if (session.isHeartbeatPending) return;
    session.isHeartbeatPending = true;
    const until = deadlineAfter(HELD_MS);
    try {
      await session.client.query('SELECT');
      session.heldUntil = until;
    } catch {
      this.#drop(session);
    } finally {
      session.isHeartbeatPending = false;
    }
  }

  #drop(session: Session): void {
    session.holds = false;
    clearInterval(session.heartbeat);
    if (this.#session === session) this.#session = undefined;
    void session.client.end().catch(() => undefined);
  }
}

/** A session of the database server, as `pg_stat_activity` shows it. */
export interface LockHolder {
  readonly pid: number;
  readonly application: string | null;
  readonly address: string | null;
}

interface Session {
  readonly client: pg.Client;
  holds: boolean;
  /** Whether a heartbeat is under way. */
  isHeartbeatPending: boolean;
  /** By the machine's clock; counted from before the server was asked, and so earlier than the server counts. */
  heldUntil: number;
  heartbeat: NodeJS.Timeout | undefined;
}

/** After so long without a word the server ends the session of a lock. */
export const LOCK_SILENCE_MS = 6_000;
/** Shorter by the time that what was begun in the belief of holding the lock may take to leave the process. */
const HELD_MS = LOCK_SILENCE_MS - 1_000;
const BEAT_EVERY_MS = 1_500;

const TAKE = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held';
/** The server shows the halves of a lock's key in two columns. */
const HOLDER = `SELECT pid, application_name AS application, host(client_addr) AS address
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND datname = current_database() AND objsubid = 1
    AND (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`;

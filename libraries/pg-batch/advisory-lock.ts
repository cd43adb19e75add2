import type pg from 'pg';
import { openClient } from './connections.ts';
import type { SessionOptions } from './sessions.ts';

/**
 * A lock in the database that one process holds as long as it runs and responds, on a session of its own. The server
 * ends a session that is silent for a while, so a stopped process loses the lock just as a killed one does. When a
 * stopped process continues, it knows by its clocks that it has lost the lock, before the server reports it.
 */
export class AdvisoryLock {
  readonly #open: () => Promise<pg.Client>;
  readonly #name: string;
  #session: Session | undefined;

  /** Creates a lock with a session outside the pool. */
  static on(
    { url, directUrl, applicationName }: Pick<SessionOptions, 'url' | 'directUrl' | 'applicationName'>,
    name: string,
  ): AdvisoryLock {
    const config = {
      connectionString: directUrl ?? url,
      application_name: `${applicationName} ${name}`,
      connectionTimeoutMillis: 5_000,
      query_timeout: QUERY_TIMEOUT_MS,
      // Stopped processes and unreachable machines lose their session.
      options: `-c idle_session_timeout=${LOCK_SILENCE_MS} ${KEEP_ALIVE}`,
    };
    return new AdvisoryLock(name, () => openClient(config));
  }

  /** @param open opens a new session that the server ends after {@link LOCK_SILENCE_MS} of silence */
  private constructor(name: string, open: () => Promise<pg.Client>) {
    this.#name = name;
    this.#open = open;
  }

  /** Whether this process certainly holds the lock now. */
  get isHeld(): boolean {
    return this.#session?.holds === true && isBefore(this.#session.heldUntil);
  }

  /** Takes the lock if it is free; returns whether it is held now. Throws if the database is unavailable. */
  async take(): Promise<boolean> {
    if (this.isHeld) return true;
    // Too long without a confirmation: the server may have ended the session, or is about to.
    if (this.#session?.holds) this.#drop(this.#session);
    this.#session ??= await this.#connect();
    const session = this.#session;
    const until = heldFromNow();
    try {
      const { rows } = await session.client.query<{ held: boolean }>(TAKE, [this.#name]);
      if (rows[0]?.held) this.#hold(session, until);
    } catch (error) {
      this.#drop(session);
      throw error;
    }
    return this.isHeld;
  }

  /**
   * The session that holds the lock which this one could not take, with the details that the role may see; undefined if
   * the lock is free again.
   */
  async holder(): Promise<LockHolder | undefined> {
    const result = await this.#session?.client.query<LockHolder>(HOLDER, [this.#name]);
    return result?.rows[0];
  }

  /** Releases the lock immediately. */
  async release(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    this.#session = undefined;
    session.holds = false;
    heartbeats.delete(session);
    await session.client.end().catch(() => undefined);
  }

  async #connect(): Promise<Session> {
    const client = await this.#open();
    const session: Session = {
      client,
      holds: false,
      isHeartbeatPending: false,
      heldUntil: NEVER,
    };
    client.on('error', () => this.#drop(session));
    client.on('end', () => this.#drop(session));
    return session;
  }

  #hold(session: Session, until: Clocks): void {
    session.holds = true;
    session.heldUntil = until;
    heartbeats.add(session, () => void this.#beat(session));
  }

  async #beat(session: Session): Promise<void> {
    // Send no second heartbeat before the first one was answered or has timed out.
    if (session.isHeartbeatPending) return;
    session.isHeartbeatPending = true;
    const until = heldFromNow();
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
    heartbeats.delete(session);
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
  /** Whether a heartbeat is in flight. */
  isHeartbeatPending: boolean;
  /** Counted from before the query was sent, so it is earlier than the server's own time limit. */
  heldUntil: Clocks;
}

/** Sends the heartbeats of all locks of this process at once, so that they wake it together. */
class Heartbeats {
  readonly #beats = new Map<Session, () => void>();
  #timer: NodeJS.Timeout | undefined;

  add(session: Session, beat: () => void): void {
    this.#beats.set(session, beat);
    this.#timer ??= setInterval(() => {
      for (const each of this.#beats.values()) each();
    }, BEAT_EVERY_MS).unref();
  }

  delete(session: Session): void {
    this.#beats.delete(session);
    if (this.#beats.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/**
 * Readings of two clocks, in milliseconds. The lock is held until the first of them says otherwise: a step of the wall
 * clock must not prolong it, and the monotonic one does not count the time for which a machine was suspended.
 */
interface Clocks {
  readonly monotonic: number;
  readonly wall: number;
}

const NEVER: Clocks = { monotonic: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };

function heldFromNow(): Clocks {
  return { monotonic: performance.now() + HELD_MS, wall: Date.now() + HELD_MS };
}

function isBefore({ monotonic, wall }: Clocks): boolean {
  return performance.now() < monotonic && Date.now() < wall;
}

const KEEP_ALIVE = '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3';
/** The server ends the session of a lock after this time of silence. */
export const LOCK_SILENCE_MS = 6_000;
/** One second shorter, so that requests begun under the lock have time to leave the process. */
const HELD_MS = LOCK_SILENCE_MS - 1_000;
const QUERY_TIMEOUT_MS = 3_000;
/** A heartbeat that is answered within the time limit of a query keeps the lock. */
const BEAT_EVERY_MS = HELD_MS - QUERY_TIMEOUT_MS;

const heartbeats = new Heartbeats();

const TAKE = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held';
/** The server shows the two halves of a lock's key in two columns. */
const HOLDER = `SELECT pid, application_name AS application, host(client_addr) AS address
  FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND datname = current_database() AND objsubid = 1
    AND (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`;

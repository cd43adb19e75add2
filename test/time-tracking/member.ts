import { randomUUID } from 'node:crypto';
import type { TestClient } from '../support/test-client.ts';
import { newEmail, newUser } from '../support/test-directory.ts';
import type { TestAnswer, TestRequest } from '../support/test-messages.ts';

/** A member's identifiers. */
export interface MemberNames {
  readonly userId: string;
  readonly email: string;
  readonly code: string;
}

/** A member whose time is tracked: its punches and logs, sent by an integrator's client, by its id. */
export class Member implements MemberNames {
  readonly client: TestClient;
  readonly userId: string;
  readonly email: string;
  readonly code: string;

  constructor(client: TestClient, { userId, email, code }: MemberNames) {
    this.client = client;
    this.userId = userId;
    this.email = email;
    this.code = code;
  }

  /** A member without records. */
  static async create(client: TestClient, code = `Code-${randomUUID()}`): Promise<Member> {
    const email = newEmail();
    const { id } = await newUser(client, { email, code });
    return new Member(client, { userId: id, email, code });
  }

  /** @param at RFC 3339; absent means now */
  start(at?: string, request: TestRequest = {}): Promise<TestAnswer> {
    return this.post('/sessions/start', { at }, request);
  }

  pause(at?: string, request: TestRequest = {}): Promise<TestAnswer> {
    return this.post('/sessions/pause', { at }, request);
  }

  resume(at?: string, request: TestRequest = {}): Promise<TestAnswer> {
    return this.post('/sessions/resume', { at }, request);
  }

  stop(at?: string, request: TestRequest = {}): Promise<TestAnswer> {
    return this.post('/sessions/stop', { at }, request);
  }

  timestamp(at?: string, request: TestRequest = {}): Promise<TestAnswer> {
    return this.post('/timestamps', { at, label: 'Lab' }, request);
  }

  /** A log from one time to another. */
  log(startTime: string, endTime: string, more: object = {}): Promise<TestAnswer> {
    return this.post('/logs', { startTime, endTime, ...more });
  }

  bulk(items: readonly object[]): Promise<TestAnswer> {
    return this.post('/logs/bulk', { items });
  }

  /** Changes a log in any state. */
  change(id: string, change: object): Promise<TestAnswer> {
    return this.client.patch(`/time-tracking/logs/${id}`, { userId: this.userId, ...change }, { ifMatch: '*' });
  }

  /** The open session, or null. */
  async active(): Promise<TestAnswer['body']> {
    const answer = await this.client.get('/time-tracking/sessions/active', { query: { userId: this.userId } });
    return must(200, answer).body.data;
  }

  /** All logs, in the order of the list. */
  async logs(): Promise<TestAnswer['body']> {
    const answer = await this.client.get('/time-tracking/logs', { query: { userId: this.userId, limit: '100' } });
    if (must(200, answer).body.pagination.has_more) throw new Error('more logs than a page has');
    return answer.body.data;
  }

  /** All records of the member. */
  async state(): Promise<{ logs: TestAnswer['body']; active: TestAnswer['body'] }> {
    const [logs, active] = await Promise.all([this.logs(), this.active()]);
    return { logs, active };
  }

  /** Sends a request with the member's id. */
  post(path: string, body: object, request: TestRequest = {}): Promise<TestAnswer> {
    return this.client.post(`/time-tracking${path}`, { userId: this.userId, ...body }, request);
  }
}

/** Returns the response if it has the status; throws otherwise. */
export function must(status: number, answer: TestAnswer): TestAnswer {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer;
}

// badge-terminal.ts
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createClient, LyceumError, ProblemError } from '@lyceum/client';
import { type Punch, PunchQueue, replaceFile } from './punch-queue.ts';

const { LYCEUM_URL = '', LYCEUM_CLIENT_ID = '', LYCEUM_CLIENT_SECRET = '' } = process.env;
const credentials = { clientId: LYCEUM_CLIENT_ID, clientSecret: LYCEUM_CLIENT_SECRET };
// What fails for longer is sent again in a later round.
const lyceum = createClient({ baseUrl: LYCEUM_URL, ...credentials, timeoutMs: 10_000, retry: { repeats: 3 } });
const queue = new PunchQueue('punches.jsonl');

/** Who has which badge. If a punch is sent only after its badge has moved, the code names somebody else by then. */
let badges: { readonly codeOf: Readonly<Record<string, string>>; readonly updatedSince?: string | undefined } =
  existsSync('badges.json') ? JSON.parse(readFileSync('badges.json', 'utf8')) : { codeOf: {} };

async function copyBadges(): Promise<void> {
  const codeOf: Record<string, string> = { ...badges.codeOf };
  const { updatedSince } = badges;
  const changes = lyceum.users.changes({ fields: ['id', 'code', 'isArchived'], limit: 100, updatedSince });
  for await (const { id, code, isArchived } of changes) {
    delete codeOf[id];
    if (code !== null && !isArchived) codeOf[id] = normalized(code);
  }
  badges = { codeOf, updatedSince: changes.nextUpdatedSince };
  replaceFile('badges.json', JSON.stringify(badges));
}

/** The same badge, whatever the case of its code; leading zeros count. */
function normalized(code: string): string {
  return code.trim().toLowerCase().normalize('NFC');
}

/** Stores a punch of this moment. */
function take(kind: Punch['kind'], code: string): void {
  const userId = Object.keys(badges.codeOf).find((id) => badges.codeOf[id] === code);
  const ahead = clockAhead();
  const at = new Date(Date.now() - (ahead ?? 0)).toISOString();
  queue.add({ key: crypto.randomUUID(), kind, code, userId, at, isExact: ahead !== undefined });
}

/** How far the clock was ahead of the server's, in milliseconds, and what tells whether somebody has set it since. */
let compared: { readonly ahead: number; readonly began: number } | undefined;

/** By how much to correct the clock; undefined if nobody knows: it was not compared yet, or was set since. */
function clockAhead(): number | undefined {
  return compared && Math.abs(clockBegan() - compared.began) < TOLERATED_MS ? compared.ahead : undefined;
}

/** When this program began, by the clock: another time as soon as the clock is set. */
function clockBegan(): number {
  return Date.now() - performance.now();
}

const TOLERATED_MS = 30_000;

/** Sends what waits, in order. Behind a punch without a final response, those of its member wait, too. */
async function sendAll(): Promise<void> {
  if (performance.now() - preparedAt > 300_000 || clockAhead() === undefined) await prepare().catch(report);
  const held = new Set<string | undefined>();
  for (const taken of queue) {
    const punch = exact(taken);
    // It waits until the clock can be compared: with a wrong time, it would be paid as it is.
    if (!punch) return;
    const { key, kind, code, userId, at } = punch;
    if (held.has(code) || (userId && held.has(userId))) continue;
    try {
      // The client repeats the request while there is no response, and waits for the rate limit.
      const member = userId === undefined ? { code } : { userId };
      const sendPunch = lyceum.timeTracking.sessions[kind];
      const { data } = await sendPunch({ ...member, at }, { idempotencyKey: key });
      console.log(`${kind} ${code}: ${data.status}`);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      console.error(`${kind} ${code}: ${error.message}`);
      if (!isFinal(error)) {
        held.add(code).add(userId);
        continue;
      }
      // It does not fit the member's records, or nobody has the badge: a person has to look at it.
      appendFileSync('rejected.jsonl', `${JSON.stringify({ ...punch, problem: error.problem })}\n`, { flush: true });
    }
    queue.remove(punch);
  }
}

/** A punch with its time corrected, on the disk before it is sent: a key belongs to one request. Undefined while no offset is known. */
function exact(punch: Punch): Punch | undefined {
  const ahead = clockAhead();
  if (punch.isExact || ahead === undefined) return punch.isExact ? punch : undefined;
  const corrected = { ...punch, at: new Date(Date.parse(punch.at) - ahead).toISOString(), isExact: true };
  queue.add(corrected);
  return corrected;
}

/**
 * Whether a problem is about the punch. The others pass: a busy system, a key in use, credentials that were replaced.
 */
function isFinal({ status, retryAfterMs }: ProblemError): boolean {
  return [400, 404, 409, 422].includes(status) && retryAfterMs === null;
}

/** Every few minutes: checks the clock, because punches have its time, and learns who has which badge now. */
async function prepare(): Promise<void> {
  const { headers } = await lyceum.integration.get();
  const ahead = Date.now() - Date.parse(headers.get('date') ?? '');
  const isWrong = Math.abs(ahead) > TOLERATED_MS;
  if (isWrong) console.error(`The clock of this terminal is wrong by ${Math.round(ahead / 1000)} seconds: set it.`);
  compared = { ahead: isWrong ? ahead : 0, began: clockBegan() };
  await copyBadges();
  preparedAt = performance.now();
}

/** A failed request: what waits is on the disk. Anything else is a fault of this program. */
function report(error: unknown): void {
  if (!(error instanceof LyceumError)) throw error;
  console.error(error.message);
}

let preparedAt = Number.NEGATIVE_INFINITY;
let round: Promise<void> | undefined;

/** Sends what waits, unless that is under way. */
function send(): Promise<void> {
  round ??= sendAll()
    .catch(report)
    .finally(() => {
      round = undefined;
    });
  return round;
}

// What a terminal's keys and its reader would say comes from standard input: `start 0042`.
const timer = setInterval(send, 10_000);
void send();
for await (const line of createInterface({ input: process.stdin })) {
  const [, kind, code] = /^(start|pause|resume|stop) +(\S.*)$/.exec(line) ?? [];
  if (kind && code) take(kind as Punch['kind'], normalized(code));
  else console.error(`What does “${line}” mean?`);
  void send();
}
clearInterval(timer);
await send();
if (queue.size > 0) console.error(`Punches that wait for the next start: ${queue.size}`);

import { TraceFlags, trace } from '@opentelemetry/api';
import { describe, expect, it, vi } from 'vitest';
import { positional } from '../../test/support/probe/positional.ts';
import { type Probe, startProbe } from '../../test/support/probe/start-probe.ts';
import { LogLines } from '../../test/support/process/log-lines.ts';
import { detached, NO_DEADLINE, withinCall } from '../core/call-scope.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { createLogger } from './log.ts';

const SECRET = 'hunter2';

function listening() {
  const destination = new LogLines();
  return { lines: destination.lines, log: createLogger({ name: 'test', level: 'info', pretty: false, destination }) };
}

describe('a line', () => {
  it('has name, time and message', () => {
    const { lines, log } = listening();
    log.child({ service: 'probe' }).info({ requestId: 'r', institutionId: 'i' }, 'said');
    log.debug('not said');
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        name: 'test',
        service: 'probe',
        requestId: 'r',
        institutionId: 'i',
        msg: 'said',
      }),
    ]);
    expect(lines[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it.each([
    ...['authorization', 'secret', 'clientSecret', 'liveSecrets', 'credential', 'token', 'secrets'],
    ...['password', 'url', 'connectionString'],
  ])('never holds what is named %s', (name) => {
    const { lines, log } = listening();
    log.info({ [name]: SECRET, a: { [name]: SECRET, b: { [name]: SECRET } } }, 'said');
    expect(JSON.stringify(lines)).not.toContain(SECRET);
    expect(lines[0]).toMatchObject({ [name]: '[redacted]', a: { b: { [name]: '[redacted]' } }, msg: 'said' });
  });
});

describe('a line written for a call', () => {
  const ids = { trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'b7ad6b7169203331' };
  const span = trace.wrapSpanContext({ traceId: ids.trace_id, spanId: ids.span_id, traceFlags: TraceFlags.SAMPLED });
  const call = { deadline: NO_DEADLINE, requestId: 'r', actor: { institutionId: 'i' } };

  it('has its request, institution and trace, whichever component writes it', () => {
    const { lines, log } = listening();
    withinCall({ ...call, span }, () => log.child({ service: 'probe' }).warn('said'));
    withinCall(call, () => log.warn({ requestId: 'own' }, 'said'));
    expect(lines[0]).toMatchObject({ requestId: 'r', institutionId: 'i', ...ids });
    expect(lines[1]).toMatchObject({ requestId: 'own', institutionId: 'i' });
    expect(lines[1]).not.toHaveProperty('trace_id');
  });

  it('has none of them outside of the call', () => {
    const { lines, log } = listening();
    withinCall(call, () => detached(() => log.warn('said')));
    expect(lines[0]).not.toHaveProperty('requestId');
  });
});

describe('an error', () => {
  it('is logged with its causes, and no other properties', () => {
    const { lines, log } = listening();
    const cause = Object.assign(new Error('the cause'), { code: 'ECONNREFUSED', client: { password: SECRET } });
    const error = Object.assign(new Error('the fault', { cause }), {
      code: 'X',
      request: { body: SECRET },
      detail: SECRET,
    });
    log.error({ err: error }, 'failed');
    log.error({ err: new Refusal('INTERNAL', { cause, extensions: { SECRET } }) }, 'failed');
    expect(lines[0]).toMatchObject({ err: { type: 'Error', message: 'the fault: the cause', code: 'X' } });
    expect(lines[0]?.err).toMatchObject({
      stack: expect.stringMatching(/the fault[\s\S]*caused by: Error: the cause/),
    });
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  it.each([['text'], [undefined], [5]])('that is not an Error, %j, is logged unchanged', (thrown) => {
    const { lines, log } = listening();
    log.error({ err: thrown }, 'failed');
    expect(lines[0]?.err).toBe(thrown);
  });
});

describe('of the database', () => {
  async function withProbe(work: (probe: Probe) => Promise<void>): Promise<void> {
    const probe = await startProbe();
    await work(probe).finally(() => probe.stop());
  }

  it('a lost connection is logged without the connection object', () =>
    withProbe(async (probe) => {
      const { lines, log } = listening();
      const database = probe.database({ log });
      const [row] = await database.rows(positional<{ pid: number }>('test_pid', 'SELECT pg_backend_pid() AS pid'), []);
      await probe.sql('SELECT pg_terminate_backend($1, 5000)', [row?.pid]);
      await vi.waitFor(() => expect(lines).toHaveLength(1));
      expect(lines[0]).toMatchObject({ level: 40, err: { code: '57P01' } });
      expect(lines[0]?.err).not.toHaveProperty('client');
    }));

  it('a violated constraint is logged with its name, and without values', () =>
    withProbe(async (probe) => {
      const { lines, log } = listening();
      const insert = positional('test_insert', 'INSERT INTO notes SELECT gen_random_uuid(), NULL, $1');
      const error: unknown = await probe
        .database()
        .rows(insert, [SECRET])
        .catch((thrown: unknown) => thrown);
      log.error({ err: error }, 'failed');
      expect(lines[0]).toMatchObject({ err: { code: '23502', message: expect.stringContaining('"id"') } });
      expect(JSON.stringify(lines)).not.toContain(SECRET);
    }));
});

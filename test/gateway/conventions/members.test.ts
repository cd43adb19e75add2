import { describe, expect, it } from 'vitest';
import { refusal, type TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { sendOperation, timeOperations } from '../../support/time-operations.ts';
import { type Member, must } from '../../time-tracking/member.ts';
import { schoolIn } from '../../time-tracking/school-in.ts';

/** The member of a request (decisions 10.1), in each of the thirteen operations. */
const system = await TestSystem.start();
const school = await schoolIn(system, null);
const member = await school.newMember();

const faults = ({ body }: TestAnswer) => body.errors?.map(({ pointer, code }: Fault) => [pointer, code]);
interface Fault {
  readonly pointer: string;
  readonly code: string;
}

const reads = timeOperations.filter(({ endpoint }) => endpoint.kind !== 'write');
const writes = timeOperations.filter(({ endpoint }) => endpoint.kind === 'write');

/** Reads of what an archived member leaves behind. */
const isOfLogs = ({ name }: { readonly name: string }) => /^GET .*\/(logs(\/\{id\})?|totals)$/.test(name);

/** A request of the operation with another error, which is never reported here. */
const faulty = ({ endpoint }: (typeof timeOperations)[number]) => ({
  path: endpoint.path.replace('{id}', '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11'),
  body: { unknown: '\0' },
});
const faultyQuery = { query: { fields: 'nope', limit: '0', cursor: 'x', from: 'x' } };

it('there are thirteen', () => {
  expect(timeOperations).toHaveLength(13);
});

describe.each(timeOperations)('$name', (operation) => {
  const { success, prepare } = operation;
  const isRead = reads.includes(operation);
  const refused = (naming: object) =>
    sendOperation(school.client, operation, faulty(operation), naming, isRead ? faultyQuery : {});

  it.each([
    ['userId', (who: Member) => who.userId],
    ['userId', (who: Member) => who.userId.toUpperCase()],
    ['email', (who: Member) => who.email],
    ['email', (who: Member) => who.email.toUpperCase()],
    ['code', (who: Member) => who.code],
    ['code', (who: Member) => ` \t${who.code.toLowerCase()}\u00a0`],
  ])(`${success}: by %s`, async (name, value) => {
    const someone = await school.newMember();
    const request = await prepare(someone);
    must(success, await sendOperation(school.client, operation, request, { [name]: value(someone) }));
  });

  it('400: no member, before all other errors', async () => {
    const answer = await refused({});
    expect([refusal(answer), answer.body.detail]).toEqual([
      '400 bad_request',
      'Name the member with exactly one of userId, email and code.',
    ]);
  });

  it('400: several, even when all of them name the same member, or name none', async () => {
    const { userId, email, code } = member;
    const several = [
      { userId, email },
      { userId, code },
      { email, code },
      { userId, email, code },
      { userId, code: '' },
      { userId: '', email: '' },
      { code: ' ', email },
    ];
    for (const naming of several) expect(refusal(await refused(naming))).toBe('400 bad_request');
  });

  it('422: a code of white space only, and no other error', async () => {
    for (const code of ['', ' ', '\t\r\n', '\u00a0\u2003\u3000\ufeff']) {
      const answer = await refused({ code });
      expect([refusal(answer), faults(answer)]).toEqual(['422 validation_failed', [['/code', 'invalid_string']]]);
    }
  });

  it('422: an identifier no member can have', async () => {
    const request = { path: faulty(operation).path };
    for (const [naming, code] of [
      [{ userId: '' }, 'too_small'],
      [{ email: '' }, 'invalid_string'],
      [{ email: ' ' }, 'invalid_string'],
      [{ email: 'nobody' }, 'invalid_string'],
      [{ email: ` ${member.email}` }, 'invalid_string'],
      [{ userId: 'x'.repeat(1001) }, 'too_big'],
      [{ email: 'x'.repeat(321) }, 'too_big'],
      [{ code: 'x'.repeat(1001) }, 'too_big'],
      [{ userId: 'a\0' }, 'invalid_string'],
      [{ code: '\0' }, 'invalid_string'],
      [{ email: '\0' }, 'invalid_string'],
    ] as const) {
      const answer = await sendOperation(school.client, operation, request, naming);
      expect([refusal(answer), faults(answer)]).toEqual([
        '422 validation_failed',
        expect.arrayContaining([[`/${Object.keys(naming)[0]}`, code]]),
      ]);
    }
  });

  it(`${isOfLogs(operation) ? 'read by the id alone' : '404'}: an archived one; 404: nobody`, async () => {
    const archived = await school.newMember();
    const request = await prepare(archived);
    must(200, await school.client.patch(`/users/${archived.userId}`, { isArchived: true }, { ifMatch: '*' }));
    const { userId, email, code } = archived;
    const unknown = [
      { userId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11' },
      { userId: 'x' },
      { userId: ` ${member.userId}` },
      { email: `x${member.email}` },
      { email: 'nobody@x' },
      { code: `${member.code}0` },
      { code: `0${member.code}` },
      { code: '👩🏽‍🔬' },
    ];
    const byId = await sendOperation(school.client, operation, request, { userId });
    if (isOfLogs(operation)) expect(must(200, byId).body).toEqual(expect.objectContaining({ data: expect.anything() }));
    else expect(refusal(byId)).toBe('404 resource_not_found');
    for (const naming of [{ email }, { code }, ...unknown]) {
      expect(refusal(await sendOperation(school.client, operation, request, naming))).toBe('404 resource_not_found');
    }
  });
});

describe.each(reads)('$name', (operation) => {
  const get = async (query: string) => school.client.get(`${faulty(operation).path}?${query}`);

  it('400: an identifier given twice', async () => {
    const { userId, code } = member;
    for (const query of [`code=${code}&code=${code}`, `userId=${userId}&userId=`, `code=&code=`, 'email=a&email=b']) {
      expect(refusal(await get(query))).toBe('400 bad_request');
    }
  });

  it('422: an identifier that is not a string, before the other parameters', async () => {
    for (const text of ['%ED%A0%80', '%zz', '%00', '%ff']) {
      const answer = await get(`userId=${text}&fields=nope&limit=0`);
      expect([refusal(answer), faults(answer)]).toEqual(['422 validation_failed', [['/userId', 'invalid_string']]]);
    }
  });

  it('400: the other parameters, before an unknown member', async () => {
    expect(refusal(await get('userId=x&fields=nope'))).toBe('400 bad_request');
  });

  it('parameter names are case-sensitive', async () => {
    expect(refusal(await get(`userID=${member.userId}`))).toBe('400 bad_request');
  });
});

describe.each(writes)('$name', (operation) => {
  const send = (json: unknown) =>
    school.client.send(operation.endpoint.method, faulty(operation).path, { json, key: true, ifMatch: '*' });

  it('400: an identifier that is null counts as given', async () => {
    expect(refusal(await send({ userId: member.userId, email: null }))).toBe('400 bad_request');
    expect(refusal(await send({ userId: null, email: null, code: member.code }))).toBe('400 bad_request');
  });

  it('422: an identifier of another type', async () => {
    for (const value of [null, 1, true, [], {}, [member.code]]) {
      for (const name of ['userId', 'email', 'code']) {
        const answer = await send({ [name]: value });
        expect([refusal(answer), faults(answer)]).toEqual([
          '422 validation_failed',
          expect.arrayContaining([[`/${name}`, 'invalid_type']]),
        ]);
      }
    }
  });

  it('the query identifies no member', async () => {
    const { path, body } = faulty(operation);
    const answer = await sendOperation(school.client, operation, { path: `${path}?userId=${member.userId}`, body }, {});
    expect(refusal(answer)).toBe('400 bad_request');
  });
});

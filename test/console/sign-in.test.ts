import { describe, expect, it } from 'vitest';
import { newAdministrator, newLink, signedIn } from '../support/console/administrator.ts';
import { Visitor } from '../support/console/visitor.ts';
import { TestSystem } from '../support/test-system.ts';

const system = await TestSystem.start();
const ada = await newAdministrator(system);

describe('a one-time link', () => {
  it('shows whom it signs in and where, and signs in with the button alone, once', async () => {
    const visitor = new Visitor(system.consoleUrl);
    const path = await newLink(ada);
    for (let times = 0; times < 3; times++) {
      const { status, text } = await visitor.get(path);
      expect(status).toBe(200);
      expect(text).toContain(`as ${ada.name}, ${ada.email}`);
    }
    expect(visitor.cookies.size).toBe(0);

    const entered = await visitor.post(path);
    expect(entered.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^lyceum-console=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^lyceum-console-forms=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await visitor.follow(entered)).toMatchObject({ status: 200 });

    for (const answer of [await visitor.get(path), await new Visitor(system.consoleUrl).post(path)]) {
      expect(answer.status).toBe(410);
      expect(answer.text).toContain('no longer works');
    }
  });

  it('begins a new session for who has one already', async () => {
    const visitor = await signedIn(system, ada);
    const before = visitor.cookies.get('lyceum-console');
    expect(await visitor.post(await newLink(ada))).toMatchObject({ status: 303 });
    expect(visitor.cookies.get('lyceum-console')).not.toBe(before);
    expect(await visitor.get('/console/account')).toMatchObject({ status: 200 });
  });

  it('used while somebody else is signed in is nobody else’s doing, and ends the former session', async () => {
    const other = await newAdministrator(system, { name: 'Mallory Somewhere-Else' });
    const visitor = await signedIn(system, other);
    const former = visitor.cookies.get('lyceum-console') ?? '';
    expect(await visitor.post(await newLink(ada))).toMatchObject({ status: 303 });
    const { text } = await visitor.get(`/console/audit?record=${ada.userId}`);
    expect(text).toContain('At a sign-in');
    expect(text).not.toMatch(new RegExp(`Mallory|${other.userId}`));
    const thief = new Visitor(system.consoleUrl);
    thief.cookies.set('lyceum-console', former);
    expect(await thief.get('/console/account')).toMatchObject({ status: 303 });
  });

  it('is the same for an unknown code', async () => {
    const visitor = new Visitor(system.consoleUrl);
    for (const code of ['a', 'x'.repeat(43), 'x'.repeat(200), '%00', '%F0%9F%92%A9']) {
      const { status } = await visitor.get(`/console/link/${code}`);
      expect([code, status]).toEqual([code, code.length > 64 ? 400 : 410]);
    }
  });
});

describe('without a session', () => {
  it('a page leads to the sign-in page and says where to go afterwards', async () => {
    const visitor = new Visitor(system.consoleUrl);
    const answer = await visitor.get('/console/account?a=b');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/console/sign-in?next=%2Fconsole%2Faccount%3Fa%3Db');
    expect(await visitor.follow(answer)).toMatchObject({ status: 200 });
  });

  it('the sign-in page leads on who has signed in already, within the console only', async () => {
    const visitor = await signedIn(system, ada);
    for (const [next, to] of [
      ['/console/account?a=b', '/console/account?a=b'],
      ['https://evil.example/console', '/console/'],
      ['//evil.example/console', '/console/'],
    ]) {
      const { headers } = await visitor.get(`/console/sign-in?${new URLSearchParams({ next: next ?? '' })}`);
      expect(headers.get('location')).toBe(to);
    }
  });
});

describe('a session', () => {
  it('ends with Sign out, and its cookie proves nothing afterwards', async () => {
    const visitor = await signedIn(system, ada);
    const stolen = visitor.cookies.get('lyceum-console') ?? '';
    const left = await visitor.post('/console/sign-out');
    expect(left.headers.get('location')).toBe('/console/sign-in');
    expect(visitor.cookies.has('lyceum-console')).toBe(false);
    expect((await visitor.follow(left)).text).toContain('You have signed out.');

    const thief = new Visitor(system.consoleUrl);
    thief.cookies.set('lyceum-console', stolen);
    expect(await thief.get('/console/account')).toMatchObject({ status: 303 });
    expect(thief.cookies.size).toBe(0);
  });

  it('is listed, and ended by its owner: one, or all', async () => {
    const [here, there] = [await signedIn(system, ada), await signedIn(system, ada)];
    const { text } = await here.get('/console/account');
    const ends = [...text.matchAll(/action="(\/console\/account\/sessions\/[^"]+\/end)"/g)].map(
      ([, path = '']) => path,
    );
    expect(ends.length).toBeGreaterThanOrEqual(2);
    // The newest comes first.
    const ended = await here.post(ends[0] ?? '');
    expect((await here.follow(ended)).text).toContain('The session has ended.');
    expect(await there.get('/console/account')).toMatchObject({ status: 303 });

    const third = await signedIn(system, ada);
    const all = await here.submit('/console/account/sessions/end-all');
    expect((await here.follow(all)).text).toContain('All your sessions have ended.');
    expect(await third.get('/console/account')).toMatchObject({ status: 303 });
  });

  it('of another administrator cannot be ended', async () => {
    const other = await newAdministrator(system, { institution: ada.institution });
    const [mine, theirs] = [await signedIn(system, ada), await signedIn(system, other)];
    const [, end = ''] = /action="([^"]+\/end)"/.exec((await theirs.get('/console/account')).text) ?? [];
    expect(await mine.post(end)).toMatchObject({ status: 404 });
    expect(await theirs.get('/console/account')).toMatchObject({ status: 200 });
  });
});

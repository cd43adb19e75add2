import { beforeAll, describe, expect, it } from 'vitest';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { newAdministrator, newLink, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { faultsIn, formOf } from '../support/console/read-page.ts';
import { type Answer, Visitor } from '../support/console/visitor.ts';
import { changeSettings } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

const system = await TestSystem.start();
const GERMAN = { 'accept-language': 'de-AT, en;q=0.5' };
const ENGLISH = { 'accept-language': 'en' };
const languageOf = ({ text }: Answer) => /<html lang="([^"]+)"/.exec(text)?.[1];

let ada: TestAdministrator;
let visitor: Visitor;
beforeAll(async () => {
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
});

describe('a person’s language', () => {
  it('is chosen in the account, said in itself, and holds in every session with the next page', async () => {
    const elsewhere = await signedIn(system, ada);
    const account = '/console/account';
    const page = await visitor.get(account, GERMAN);
    expect(languageOf(page)).toBe('de');
    expect(page.text).toContain('<option value="de" lang="de">Deutsch</option>');
    expect(page.text).toContain('<option value="en" lang="en">English</option>');
    expect(page.text).toContain('<option value="" selected>Wie der Browser</option>');

    const chosen = await visitor.follow(await visitor.submit(`${account}/language`, { language: 'de' }));
    expect(chosen.text).toContain('role="status">Gespeichert.');
    expect(languageOf(await elsewhere.get(account, ENGLISH))).toBe('de');
    const back = await visitor.follow(await visitor.submit(`${account}/language`, { language: 'en' }));
    expect(back.text).toContain('role="status">Saved.');
    expect(languageOf(await visitor.get(account, GERMAN))).toBe('en');
    await visitor.submit(`${account}/language`, { language: '' });
    expect(languageOf(await visitor.get(account, GERMAN))).toBe('de');
  });

  it('is one of those that there are', async () => {
    const wrong = await visitor.submit('/console/account/language', { language: 'fr' });
    expect([wrong.status, faultsIn(wrong)]).toEqual([422, { language: 'Choose one of these.' }]);
  });
});

describe('an institution’s language', () => {
  it('is chosen in Settings, comes before the browser’s, and is kept if the console does not speak it', async () => {
    const fields = async () => formOf(await visitor.get('/console/settings'));
    const saved = await visitor.follow(
      await visitor.post('/console/settings', { ...(await fields()), language: 'de' }),
    );
    expect(saved.text).toContain('role="status">Die Einstellungen wurden gespeichert.');
    expect(languageOf(await visitor.get('/console/administrators', ENGLISH))).toBe('de');
    await changeSettings(ada.institution, { language: 'fr' });
    const others = { ...(await fields()), language: 'fr', reject_room_conflicts: '1' };
    expect((await visitor.post('/console/settings', others)).status).toBe(303);
    expect((await visitor.get('/console/settings')).text).toContain('<option value="fr" lang="fr" selected>');
  });
});

describe('before anybody is known', () => {
  it('a link speaks its person’s language, else the institution’s, else the browser’s', async () => {
    const other = await newAdministrator(system);
    const link = await newLink(other);
    const seen = async () => {
      const page = await new Visitor(system.consoleUrl).get(link, ENGLISH);
      return [page.status, languageOf(page)];
    };
    expect(await seen()).toEqual([200, 'en']);
    await changeSettings(other.institution, { language: 'de' });
    expect(await seen()).toEqual([200, 'de']);
    const own = await signedIn(system, other);
    await own.submit('/console/account/language', { language: 'en' });
    expect(languageOf(await new Visitor(system.consoleUrl).get(await newLink(other), GERMAN))).toBe('en');
  });

  it('an institution’s page speaks its language if it has a provider, else the browser’s', async () => {
    const other = await newAdministrator(system);
    await changeSettings(other.institution, { language: 'de' });
    const { institution } = await other.institution.operator(InstitutionService.method.getInstitution, {});
    const ref = institution?.ref ?? '';
    const seen = async (name: string) =>
      languageOf(await new Visitor(system.consoleUrl).get(`/console/sign-in/${name}`, ENGLISH));
    expect(await seen(ref)).toBe('en');
    const own = await signedIn(system, other);
    const provider = { issuer: 'https://id.example.org', clientId: 'lyceum', clientSecret: 'secret' };
    expect((await own.submit('/console/administrators/openid', provider)).status).toBe(303);
    expect([await seen(ref), await seen('nobody')]).toEqual(['de', 'en']);
  });

  it('an unknown page and the sign-in page speak the browser’s', async () => {
    for (const path of ['/console/nothing', '/console/sign-in', '/console/link/used']) {
      const page = await new Visitor(system.consoleUrl).get(path, GERMAN);
      expect([path, languageOf(page), page.headers.get('cache-control')]).toEqual([path, 'de', 'no-store']);
    }
  });
});

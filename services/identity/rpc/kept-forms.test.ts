import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AdministratorActor, ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { KeptFormService } from '../../../proto/gen/lyceum/identity/v1/kept_form_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { newAdministrator, signIn } from '../../../test/support/identity/sign-in.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';

const { keepForm, findKeptForm } = KeptFormService.method;
const ADDRESS = '/console/integrations/new';
const BROWSER = 'b'.repeat(43);

let service: TestService;
let operator: TenantActor;
let ada: User;
let actor: AdministratorActor;
let token: string;
let formToken: string;
beforeAll(async () => {
  service = await startIdentity();
});
beforeEach(async () => {
  operator = await newInstitution(service, { timeTrackingTimezone: 'Europe/Berlin' });
  ada = await newAdministrator(service, operator, 'ada@x.example');
  const session = await signIn(service, operator, ada);
  actor = session.actor;
  token = session.token;
  formToken = await shownIn(BROWSER);
});

/** The token of a form that is shown in a browser. */
async function shownIn(browserToken: string): Promise<string> {
  const asked = { token, browserToken };
  return (await service.call(ANONYMOUS)(SessionService.method.authenticateSession, asked)).identity?.formToken ?? '';
}

const keep = (name: string, { address = ADDRESS, browser = BROWSER, token = formToken } = {}) =>
  service.call(ANONYMOUS)(keepForm, { formToken: token, browserToken: browser, address, typedValues: { name } });
const find = async (browser: string, address?: string, as: TenantActor = actor) =>
  (await service.call(as)(findKeptForm, { browserToken: browser, ...(address !== undefined && { address }) })).form;
const stored = async () =>
  (await service.sql('SELECT FROM kept_forms WHERE institution_id = $1', [operator.institutionId])).length;

describe('KeepForm', () => {
  it('keeps the last ten of an administrator, and of one form in one browser the last', async () => {
    const { browserToken: browser } = await keep('0');
    expect(browser).toBe(BROWSER);
    for (let each = 1; each <= 12; each++) {
      const kept = await keep(String(each), { browser, address: `${ADDRESS}?${each}` });
      expect(kept.browserToken).toBe(browser);
    }
    expect(await stored()).toBe(10);
    await keep('again', { browser, address: `${ADDRESS}?12` });
    expect(await stored()).toBe(10);
    expect(await find(browser, `${ADDRESS}?12`)).toMatchObject({ typedValues: { name: 'again' } });
    const other = 'c'.repeat(43);
    await keep('elsewhere', { browser: other, token: await shownIn(other) });
    expect(await stored()).toBe(10);
    expect(await find(other)).toMatchObject({ address: ADDRESS, typedValues: { name: 'elsewhere' } });
  });

  it('keeps ten at most, however many are kept at once', async () => {
    await Promise.all(Array.from({ length: 25 }, (_, at) => keep('x', { address: `${ADDRESS}?${at}` })));
    expect(await stored()).toBe(10);
  });
});

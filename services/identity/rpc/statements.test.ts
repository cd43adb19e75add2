import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { ANONYMOUS, type TenantActor } from '../../../platform/core/actor.ts';
import { SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { newInstitution } from '../../../test/support/directory/institution.ts';
import { newAdministrator, signIn } from '../../../test/support/identity/sign-in.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { watchDatabaseTraffic } from '../../../test/support/postgres/database-traffic.ts';

let service: TestService;
let actor: TenantActor;
let anyone: Call;
/** The token of a session that was last used a minute ago. */
let used: string;
const authenticate = (token: string) => anyone(SessionService.method.authenticateSession, { token });

beforeAll(async () => {
  service = await startIdentity();
  anyone = service.call(ANONYMOUS);
  actor = await newInstitution(service);
  used = (await signIn(service, actor, await newAdministrator(service, actor, 'admin@x.example'))).token;
  await service.sql("UPDATE administrator_sessions SET last_used_at = last_used_at - interval '1 minute'");
});

afterEach(() => {
  vi.restoreAllMocks();
});

it.each<[string, () => Promise<unknown>, roundTrips: number, statements: number]>([
  [
    'AuthenticateIntegration',
    () => anyone(IntegrationService.method.authenticateIntegration, { clientId: 'x', secret: 'y' }),
    // An unknown client may be one of an institution that has moved.
    2,
    2,
  ],
  [
    'AuthenticateCalendarFeed',
    () => anyone(CalendarFeedService.method.authenticateCalendarFeed, { token: 'x'.repeat(43) }),
    1,
    1,
  ],
  ['AuthenticateSession, a minute after its last use', () => authenticate(used), 2, 2],
  ['AuthenticateSession, sooner', () => authenticate(used), 1, 1],
])('%s', async (_, run, roundTrips, statements) => {
  const traffic = watchDatabaseTraffic('identity');
  await run();
  expect([traffic.roundTrips, traffic.statements.length]).toEqual([roundTrips, statements]);
});

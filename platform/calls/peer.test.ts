import { afterAll, describe, expect, it } from 'vitest';
import { MemberService } from '../../proto/gen/lyceum/directory/v1/member_pb.ts';
import { AdministratorService, SessionService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { OperatorService } from '../../proto/gen/lyceum/identity/v1/operator_pb.ts';
import { answering } from '../../test/support/calls/answering.ts';
import { Authority, type Certificate } from '../../test/support/calls/certificates.ts';
import { type ConnectKind, connectTransport } from '../../test/support/calls/connect-transport.ts';
import { grpcTransport } from '../../test/support/calls/grpc-transport.ts';
import { testVerifier } from '../../test/support/calls/test-identities.ts';
import { startServers } from '../../test/support/calls/test-servers.ts';
import { newActor, newAdministratorActor, newContext } from '../../test/support/probe/call-operation.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { type Actor, ANONYMOUS } from '../core/actor.ts';
import { callerOf, type Transport } from './caller.ts';
import { muxTransport } from './mux-transport.ts';
import { isRemoteReady } from './remote-health.ts';
import type { RemoteTransport } from './remote-transport.ts';
import { callerCredentials, serviceTls } from './tls.ts';

/** The permissions of a process by its certificate, tested with real certificates. */
const { authenticateIntegration, createIntegration, listIntegrations, rotateIntegrationSecret } =
  IntegrationService.method;
const { resolveMember } = MemberService.method;
const { addAdministrator } = AdministratorService.method;
const { authenticateSession, endSessions } = SessionService.method;
const { authenticateOperator } = OperatorService.method;
const integration = newActor();
const administrator = newAdministratorActor(integration.institutionId);
const operator: Actor = { kind: 'operator', institutionId: integration.institutionId };

const authority = new Authority('ours');
const transports = new Map<string, Transport & Partial<RemoteTransport>>();
const probe = await startProbe();
const contracts = [IntegrationService, MemberService, AdministratorService, SessionService, OperatorService];
const service = probe.service({ implementations: contracts.map((contract) => answering(contract)) });
const tls = serviceTls(authority.issue('localhost', { roles: ['directory'] }));
const servers = await startServers({ services: [service], verifier: testVerifier, tls });
afterAll(async () => {
  for (const transport of transports.values()) transport.close?.();
  await servers.stop(1_000);
  await probe.stop();
  authority.remove();
});

const certificates = new Map<string, Certificate>();
function certificateOf(roles: readonly string[]): Certificate {
  const certificate = certificates.get(`${roles}`) ?? authority.issue('localhost', { roles });
  certificates.set(`${roles}`, certificate);
  return certificate;
}

type Way = 'ordinary' | 'multiplexed' | ConnectKind;

/** The transport of a process to the service; its certificate names its roles. */
function transportOf(way: Way, roles: readonly string[]): Transport {
  const name = `${way} ${roles}`;
  const known = transports.get(name);
  if (known) return known;
  const certificate = certificateOf(roles);
  const { port } = servers;
  const credentials = callerCredentials(certificate);
  const opened: Record<Exclude<Way, ConnectKind>, () => RemoteTransport> = {
    ordinary: () => grpcTransport(`localhost:${port}`, credentials),
    multiplexed: () => muxTransport({ targets: [{ host: 'localhost', port }], credentials }),
  };
  const transport =
    way === 'ordinary' || way === 'multiplexed'
      ? opened[way]()
      : connectTransport(way, `localhost:${servers.portFor(way)}`, certificate);
  transports.set(name, transport);
  return transport;
}

describe.each<Way>(['ordinary', 'multiplexed', 'connect json', 'grpc-web'])('over %s calls', (way) => {
  const outcome = async (roles: readonly string[], actor: Actor, what: Call): Promise<string> => {
    const router = { transportOf: () => transportOf(way, roles) };
    return what(callerOf(router, newContext({ actor }))).then(
      () => 'served',
      ({ code }: { code: string }) => code,
    );
  };
  type Call = (call: ReturnType<typeof callerOf>) => Promise<unknown>;
  const FORBIDDEN = 'CALLER_FORBIDDEN';
  const resolve: Call = (call) => call(resolveMember, { identity: { identity: { case: 'code', value: 'x' } } });
  const create: Call = (call) => call(createIntegration, { name: 'door' });
  const rotate: Call = (call) => call(rotateIntegrationSecret, { clientId: 'x' });
  const login: Call = (call) => call(authenticateIntegration, { clientId: 'x', secret: 'y' });
  const operate: Call = (call) => call(authenticateOperator, { credential: 'x' });

  const administer: Call = (call) => call(addAdministrator, { email: 'a@x.example' });
  const end: Call = (call) => call(endSessions, {});
  const open: Call = (call) => call(authenticateSession, { token: 'x' });

  it.each<[string, Actor, Record<string, string>]>([
    ['gateway', integration, { login: 'served', operate: FORBIDDEN, resolve: 'served', create: FORBIDDEN }],
    ['gateway', operator, { login: FORBIDDEN, resolve: FORBIDDEN, create: FORBIDDEN, rotate: FORBIDDEN }],
    ['gateway', ANONYMOUS, { login: 'served', operate: FORBIDDEN }],
    [
      'operator',
      operator,
      { login: FORBIDDEN, operate: 'served', resolve: 'served', create: 'served', rotate: 'served' },
    ],
    ['operator', integration, { login: FORBIDDEN, operate: FORBIDDEN, resolve: FORBIDDEN }],
    ['operator', ANONYMOUS, { operate: 'served', login: FORBIDDEN, resolve: 'CALLER_UNAUTHENTICATED' }],
    ['timetracking', integration, { resolve: 'served', login: FORBIDDEN, create: FORBIDDEN }],
    ['timetracking', operator, { resolve: 'served', create: FORBIDDEN, rotate: FORBIDDEN, operate: FORBIDDEN }],
    ['timetracking', ANONYMOUS, { login: FORBIDDEN, operate: FORBIDDEN, resolve: 'CALLER_UNAUTHENTICATED' }],
    ['locations', operator, { resolve: FORBIDDEN, create: FORBIDDEN, rotate: FORBIDDEN, login: FORBIDDEN }],
    ['locations', integration, { resolve: FORBIDDEN }],
    ['activity', integration, { resolve: FORBIDDEN, login: FORBIDDEN }],
    ['console', administrator, { administer: 'served', end: 'served', open: 'served', resolve: FORBIDDEN }],
    ['console', ANONYMOUS, { open: 'served', login: FORBIDDEN, operate: FORBIDDEN, end: 'CALLER_UNAUTHENTICATED' }],
    ['console', integration, { administer: FORBIDDEN, open: FORBIDDEN, resolve: FORBIDDEN, login: FORBIDDEN }],
    ['console', operator, { administer: FORBIDDEN, end: FORBIDDEN, open: FORBIDDEN, rotate: FORBIDDEN }],
    ['gateway', administrator, { administer: FORBIDDEN, end: FORBIDDEN, open: FORBIDDEN, login: FORBIDDEN }],
    ['operator', administrator, { administer: FORBIDDEN, end: FORBIDDEN, operate: FORBIDDEN }],
    ['timetracking', administrator, { administer: FORBIDDEN, end: FORBIDDEN, resolve: 'served' }],
    ['identity', operator, { resolve: 'served', create: FORBIDDEN, operate: FORBIDDEN }],
    ['identity', administrator, { resolve: 'served', administer: FORBIDDEN }],
    ['elsewhere', operator, { resolve: FORBIDDEN, create: FORBIDDEN, login: FORBIDDEN }],
  ])('a certificate of %s on behalf of %j may call what it needs', async (role, actor, expected) => {
    const calls: Record<string, Call> = { resolve, create, rotate, login, operate, administer, end, open };
    const found = Object.keys(expected).map(async (name) => [name, await outcome([role], actor, calls[name] as Call)]);
    expect(Object.fromEntries(await Promise.all(found))).toEqual(expected);
  });

  it('a certificate of several roles has the permissions of each', async () => {
    expect(await outcome(['gateway', 'operator'], ANONYMOUS, login)).toBe('served');
    expect(await outcome(['gateway', 'operator'], operator, create)).toBe('served');
    expect(await outcome(['gateway', 'operator'], integration, create)).toBe(FORBIDDEN);
  });
});

it('a certificate of our authority without a role is refused, with the reason', async () => {
  const faults: string[] = [];
  const transport = muxTransport({
    targets: [{ host: 'localhost', port: servers.port }],
    credentials: callerCredentials(authority.issue('localhost', { roles: [] })),
    onUnreachable: (_, fault) => faults.push(fault),
  });
  expect(await isRemoteReady(transport, 'probe')).toBe(false);
  transport.close();
  expect(faults).toEqual([expect.stringMatching(/^it rejects our certificate, which names no role/)]);
  const call = callerOf({ transportOf: () => transportOf('ordinary', []) }, newContext({ actor: operator }));
  await expect(call(listIntegrations, {})).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
});

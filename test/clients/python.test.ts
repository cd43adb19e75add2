import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { methods } from '../../clients/generate/methods.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { signatureHeaders } from '../../platform/outbound/sign.ts';
import { newSigningSecret } from '../../platform/outbound/signing-secret.ts';
import { clientPackages } from '../../site/clients/packages.ts';
import { clientPackage } from '../support/client-package.ts';
import { Program, projectRoot } from '../support/process/program.ts';
import { newUser } from '../support/test-directory.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const wheel = clientPackage('python');
let system: TestSystem;
let school: TestInstitution;

beforeAll(async () => {
  system = await TestSystem.start();
  school = await system.newInstitution();
});
afterAll(() => system?.stop());

/** Runs Python without any package but the client. */
async function python(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { clientId, clientSecret } = school.client;
  const reader = { LYCEUM_URL: system.url, LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret };
  const program = Program.spawn('python3', args, {
    env: { ...reader, PYTHONPATH: wheel, PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
  const { code } = await program.exited;
  return { code, stdout: program.stdout, stderr: program.stderr };
}

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe.skipIf(!hasPython)(`the Python client${hasPython ? '' : ': NOT TESTED, this machine has no python3'}`, () => {
  it('passes its own tests', async () => {
    const [silent, redirecting] = await Promise.all([
      serve(() => undefined),
      serve((_, response) => response.writeHead(302, { location: system.url }).end()),
    ]);
    const [secret, other] = [newSigningSecret(systemIds), newSigningSecret(systemIds)];
    const message = { eventId: 'e1', sentAt: Date.now(), body: '{"id":"e1","type":"user.created","name":"Ä"}' };
    const signed = { ...message, secret, headers: signatureHeaders(message, [other, secret]) };
    const { code, stderr } = await python(['-m', 'unittest', 'discover', '--start-directory', 'clients/python/tests'], {
      SILENT_URL: silent.url,
      REDIRECT_URL: redirecting.url,
      SIGNED_WEBHOOK: JSON.stringify(signed),
    });
    for (const { server } of [silent, redirecting]) server.close().closeAllConnections();
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Ran [2-9]\d tests/);
  });

  it('runs the examples of its README', async () => {
    const readme = await readFile(`${projectRoot}clients/python/README.md`, 'utf8');
    const { client } = school;
    const { email } = (await newUser(client)).data;
    expect(readme).toContain(`$LYCEUM_URL/docs/${clientPackages.python}`);
    const examples = [...readme.matchAll(/```py\n(.*?)```/gs)].map(([, text]) => text);
    const program = `${examples.join('\n')}\nread_feed(None)\nassert copy_users({}, copy_users({}))\nassert names_of([]) == {}\nassert on_request(b"{}", {}, "whsec_AAAA") == 400`;
    const { code, stdout, stderr } = await python(['-c', program]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([email, 'open', '409 conflict 0', expect.stringMatching(/^user\.created \//)]),
    );
  });

  it('has a method for each operation, which sends it', async () => {
    const all = methods().map(({ name, operationId, verb, path, ids, body, ifMatch, query, kind }) => ({
      name,
      positional: [...ids, ...(body ? ['body'] : []), ...(kind === 'byIds' ? [['id']] : [])],
      arguments: [
        ...(ifMatch === 'required' ? ['if_match'] : []),
        ...query.flatMap((each) => (each.required ? [each.name] : [])),
      ],
      expected: `${operationId} ${verb} ${path}`,
    }));
    const { stdout, stderr } = await python(['-c', EACH], { METHODS: JSON.stringify(all) });
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n')).toEqual(all.map(({ expected }) => expected));
  });
});

/** Calls each method with a sender that only says what it would send. */
const EACH = `
import json, os, re
from lyceum_client.gen.resources import Resources
from lyceum_client.requests import Requests
class Sender:
    def send(self, sendable, **_):
        print(sendable.operation.operation_id, sendable.operation.method, sendable.operation.path)
        raise InterruptedError
for each in json.loads(os.environ["METHODS"]):
    method = Resources(Requests(Sender()))
    for name in each["name"]:
        method = getattr(method, re.sub("[A-Z]", lambda found: "_" + found[0].lower(), name))
    try:
        list(method(*each["positional"], **{"from_" if name == "from" else name: "*" for name in each["arguments"]}))
    except InterruptedError:
        pass
`;

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseIdentityKeys, publicKeysText } from '../../platform/calls/identity/identity-keys.ts';
import { type CliAnswer, runCli } from '../../test/support/cli/run-cli.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const system = await TestSystem.start();
function operators(args: readonly string[], environment: Record<string, string> = {}): Promise<CliAnswer> {
  const own = { IDENTITY_DATABASE_URL: system.databases.url('identity') };
  return runCli(['operators', ...args], { environment: { ...own, ...environment } });
}

const institutions = (token: string) =>
  runCli(['institutions', 'list'], { environment: { ...system.addresses, LYCEUM_OPERATOR_TOKEN: token } });

describe('operators', () => {
  it('are created with a token that works until they are revoked', async () => {
    const { json, stderr } = await operators(['create', 'ada', '--json']);
    expect(json).toMatchObject({ name: 'ada', token: expect.stringMatching(/^lyceum-operator-[A-Za-z0-9_-]{43}$/) });
    expect(stderr).toMatch(/shown only once/);
    expect(await institutions(json.token)).toMatchObject({ code: 0, stderr: '' });

    const again = await operators(['create', 'ada']);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toMatch(/There is already an operator ada/);

    expect(await operators(['revoke', 'ada'])).toMatchObject({ code: 0, stdout: 'ada: revoked\n' });
    const ended = await institutions(json.token);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/LYCEUM_OPERATOR_TOKEN is unknown here, was revoked or has expired/);
    expect((await operators(['revoke', 'ada'])).stderr).toMatch(/no active operator ada/);
    const listed = (await operators(['list', '--json'])).json.find(({ name }: { name: string }) => name === 'ada');
    expect(listed).toEqual({ id: json.id, name: 'ada', createdAt: expect.any(String), revokedAt: expect.any(String) });
    expect((await operators(['list'])).stdout).toMatch(/^ID +NAME +CREATED +REVOKED\n/);
  });

  it('can be given a token created elsewhere, which is not printed', async () => {
    const token = `lyceum-operator-${randomBytes(32).toString('base64url')}`;
    const variables = { LYCEUM_OPERATOR_TOKEN: token };
    expect(await operators(['create', 'job', '--given-token'], variables)).toMatchObject({
      code: 0,
      stdout: 'job: created\n',
    });
    expect(await institutions(token)).toMatchObject({ code: 0 });
    for (const wrong of ['', 'secret', token.slice(1)]) {
      const { code, stdout, stderr } = await operators(['create', 'other', '--given-token'], {
        LYCEUM_OPERATOR_TOKEN: wrong,
      });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/LYCEUM_OPERATOR_TOKEN must be/);
    }
  });

  it.each(['', ' ada', 'a\nb', 'a\u202eb', 'x'.repeat(101)])('cannot have the name %j', async (name) => {
    const { code, stderr } = await operators(['create', name]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/A name has 1 to 100 letters/);
  });
});

describe('keys create', () => {
  it('prints both halves of a key', async () => {
    const { stdout } = await runCli(['keys', 'create', 'k1']);
    const [, secret = '', open] = /^IDENTITY_KEYS=(\S+)\nIDENTITY_PUBLIC_KEYS=(\S+)\n$/.exec(stdout) ?? [];
    expect(publicKeysText(parseIdentityKeys(secret))).toBe(open);
    const wrong = await runCli(['keys', 'create', 'k 1']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/the id must be 1 to 32 characters/);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../../../test/support/docs/shell.ts';
import { Machine, whyNoMachine } from './machine/machine.ts';

const why = whyNoMachine();
if (why !== undefined) process.stderr.write(`The commands of docs/one-machine.md are not run: ${why}.\n`);

/** The `sh` blocks below a heading of the page, up to the next heading. */
function blocksOf(heading: string): string[] {
  const [, below = ''] = readPage('one-machine').split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [section = ''] = below.split(/^#+ /m);
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text);
}

/**
 * The part of docs/one-machine.md about one process, block by block, as root on an empty Debian 13 within this machine.
 * The programs in `machine/` take the places of what it lacks, and say how they differ.
 */
describe.skipIf(why !== undefined)('docs/one-machine.md', () => {
  let machine: Machine;
  const [install = '', first = ''] = blocksOf('Everything in one process');
  const [restore = ''] = blocksOf('Back up and restore');
  const [grow = '', back = ''] = blocksOf('Grow');
  /** A name for which Caddy needs no other authority than its own. */
  const NAME = 'localhost';
  let credentials: { clientId: string; clientSecret: string };

  beforeAll(async () => {
    machine = await Machine.begin();
    // The first time, it makes an empty Debian.
  }, 600_000);
  afterAll(() => machine?.end());

  /** A request through Caddy, over HTTPS; returns the status and the body. */
  async function request(path: string, ...options: string[]): Promise<readonly [number, string]> {
    const authority = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
    const curl = `curl --silent --show-error --cacert ${authority} --write-out '\\n%{http_code}' ${options.join(' ')} https://${NAME}${path}`;
    const lines = (await machine.run(`until [ -e ${authority} ]; do sleep 0.1; done; ${curl}`)).split('\n');
    return [Number(lines.pop()), lines.join('\n')];
  }

  const asClient = () => `--user '${credentials.clientId}:${credentials.clientSecret}'`;
  const createUser = (email: string) =>
    request(
      '/api/v4/users',
      asClient(),
      `--header 'content-type: application/json' --header 'idempotency-key: ${email}' --data '{"email":"${email}","name":"Ada"}'`,
    );
  const emails = async () =>
    [...(await request('/api/v4/users?fields=email', asClient()))[1].matchAll(/"email":"([^"]*)"/g)].map(
      ([, email]) => email,
    );

  it('installs from nothing to HTTPS', async () => {
    expect(install.split('\n').length).toBeLessThan(20);
    await machine.run(install.replace('name=lyceum.example', `name=${NAME}`));
    expect((await request('/api/v4/users'))[0]).toBe(401);
    expect((await request('/console/sign-in'))[0]).toBe(200);
    for (const path of ['/readyz', '/metrics', '/healthz'])
      expect([path, (await request(path))[0]]).toEqual([path, 404]);
    // It downloads some four hundred packages.
  }, 1_200_000);

  it('listens on the loopback only, its secrets are root’s alone, and its database notices what its disk changes', async () => {
    const checksums = "runuser --user postgres -- psql --tuples-only --command 'SHOW data_checksums'";
    expect(await machine.run(checksums)).toBe(' on\n\n');
    const listening = await machine.run("ss --listening --tcp --numeric --no-header | awk '{print $4}'");
    const open = listening
      .trim()
      .split('\n')
      .filter((address) => !/^(127\.0\.0\.1|\[::1\]):/.test(address));
    expect(open.map((address) => address.replace(/.*:/, '')).sort()).toEqual(['443', '80']);
    expect(await machine.run('stat --format=%a:%U /etc/lyceum/secrets /etc/lyceum/secrets/lyceum.env')).toBe(
      '700:root\n600:root\n',
    );
    expect(await machine.run("ps -eo user=,args= | grep '[o]ne-process/main.ts'")).toBe(
      'lyceum   /opt/lyceum/bin/node one-process/main.ts\n',
    );
  });

  it('makes an operator, imports an institution, and creates an integration whose requests are answered', async () => {
    await machine.run('cd /opt/lyceum && bin/node cli/main.ts import --example >/root/institution.json');
    const output = await machine.run(`cd /root\n${first}`);
    credentials = JSON.parse(/^\{.*?"clientSecret".*?\}$/ms.exec(output)?.[0] ?? '{}');
    expect((await createUser('before@school.example'))[0]).toBe(201);
    expect(output).toMatch(/^ok {5}gateway/m);
  });

  it('restores a backup: what came after it is gone, credentials and keys are as before; fourteen are kept', async () => {
    await machine.run('systemctl start lyceum-backup.service');
    expect(await machine.run('systemctl start lyceum-restore-drill.service')).toContain('The backup is proven.\n');
    expect((await createUser('after@school.example'))[0]).toBe(201);
    await machine.run('rm -r /etc/lyceum/secrets');
    await machine.run(restore);
    expect(await emails()).toContain('before@school.example');
    expect(await emails()).not.toContain('after@school.example');
    expect((await createUser('before@school.example'))[0]).toBe(201);

    await machine.run('cd /var/backups/lyceum && for day in $(seq 10 30); do mkdir "2001-01-$day"T000000Z; done');
    await machine.run('systemctl start lyceum-backup.service');
    const kept = (await machine.run('ls -A /var/backups/lyceum')).trim().split('\n');
    expect(kept).toHaveLength(14);
    expect(kept.filter((name) => name.startsWith('2001'))).toHaveLength(12);
  });

  it('makes what the separate processes need, and goes back', async () => {
    await machine.run(`name=${NAME}; cd /opt/lyceum\n${grow}`);
    const urls = await machine.run(
      "grep --no-filename --only-matching 'https://.*' /etc/lyceum/gateway.env /etc/lyceum/console.env /etc/lyceum/identity.env | sort --unique",
    );
    expect(urls).toBe(`https://${NAME}\nhttps://${NAME}/console\n`);
    await machine.run(back);
    expect(await emails()).toContain('before@school.example');
  });
});

import { expect, it } from 'vitest';
import { containerOf, environmentOf, getObject, podOf } from '../support/deploy/kubernetes.ts';
import { Network } from '../support/deploy/network.ts';
import { describeRendered, render } from '../support/deploy/render.ts';

describeRendered('email', () => {
  const objects = render('overlays/email');
  const plain = render('overlays/production');
  const network = new Network(objects);
  const pods = Network.endpointsOf(objects);
  const reaching = (address: string, port: number) =>
    pods.filter((from) => network.letsOut(from, address, port)).map(({ name }) => name);

  it('gives identity, and nobody else, the mail server as a file', () => {
    const identity = getObject(objects, 'Deployment', 'identity');
    expect(environmentOf(containerOf(identity), objects)).toMatchObject({
      SMTP_URL_FILE: '/secrets/smtp/url',
      SMTP_FROM: expect.stringMatching(/^\S+ <[^@]+@[^@]+>$/),
    });
    const mounts = containerOf(identity).volumeMounts ?? [];
    expect(mounts).toContainEqual({ name: 'smtp', mountPath: '/secrets/smtp', readOnly: true });
    expect(podOf(identity).spec.volumes).toContainEqual({ name: 'smtp', secret: { secretName: 'lyceum-smtp' } });
    expect(objects.filter((object) => JSON.stringify(object).includes('lyceum-smtp'))).toHaveLength(1);
  });

  it('lets identity alone out to the ports of mail servers, on the internet only', () => {
    for (const port of [465, 587]) {
      expect(reaching('1.1.1.1', port)).toEqual(['identity']);
      expect(reaching('2606:4700::1111', port)).toEqual(['identity']);
      expect(reaching('10.0.0.1', port)).toEqual([]);
      expect(reaching('fd00::1', port)).toEqual([]);
    }
    expect(reaching('1.1.1.1', 25)).toEqual([]);
  });

  it('is no part of an installation that does not ask for it', () => {
    expect(JSON.stringify(plain)).not.toMatch(/smtp/i);
    const without = new Network(plain);
    expect(Network.endpointsOf(plain).filter((from) => without.letsOut(from, '1.1.1.1', 587))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { readManifest, render, renderers } from './support/render.ts';
import { faultsOf, hasSchema } from './support/schemas.ts';

const FOLDERS = ['base', 'overlays/local', 'overlays/production', 'postgres', 'postgres-local', 'nats', 'nats-local'];
const EXAMPLES = ['examples/operator-job.yaml', 'examples/operator-session.yaml', 'examples/pod-monitor.yaml'];

it('something renders here', () => {
  expect(renderers.map(({ name }) => name)).not.toEqual([]);
});

describe.each(FOLDERS)('%s', (folder) => {
  const objects = render(folder);

  it('is the same whatever renders it', () => {
    for (const renderer of renderers) expect(render(folder, renderer)).toEqual(objects);
  });

  it('has each object once', () => {
    const names = objects.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is valid by the schemas', () => {
    expect(objects.filter(hasSchema).length).toBeGreaterThan(2);
    expect(
      objects
        .filter(hasSchema)
        .flatMap((object) => faultsOf(object).map((fault) => `${object.metadata.name}: ${fault}`)),
    ).toEqual([]);
  });

  it('holds no secret', () => {
    expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    expect(JSON.stringify(objects)).not.toMatch(/postgres(ql)?:\/\/|nats:\/\/[^"]*:[^"]*@|BEGIN [A-Z ]*PRIVATE KEY/);
  });
});

it.each(EXAMPLES)('%s is valid', (path) => {
  expect(readManifest(path).filter(hasSchema).flatMap(faultsOf)).toEqual([]);
});

describe('the comparison with the schemas', () => {
  const deployment = (container: object) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'x' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'x', ...container }] } },
    },
  });

  it.each([
    [{ readinesProbe: { grpc: { port: 1 } } }, 'unknown: spec.template.spec.containers[0].readinesProbe'],
    [
      { readinessProbe: { grpc: { prot: 1, port: 1 } } },
      'unknown: spec.template.spec.containers[0].readinessProbe.grpc.prot',
    ],
    [{ readinessProbe: { grpc: { port: 'x' } } }, 'readinessProbe/grpc/port'],
    [{ image: 5 }, 'image'],
  ])('finds what is wrong with %j', (container, fault) => {
    expect(faultsOf(deployment(container))).toEqual([expect.stringContaining(fault)]);
  });

  it('passes over what is right', () => {
    expect(faultsOf(deployment({ image: 'x', lifecycle: { preStop: { sleep: { seconds: 5 } } } }))).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { describe, expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type Import, importsOf } from '../architecture/project/imports.ts';
import { SourceFile } from '../architecture/project/source-file.ts';
import { Dockerfile } from '../support/deploy/dockerfile.ts';
import { imageFiles } from '../support/deploy/image-files.ts';
import { productionPackages } from '../support/deploy/production-packages.ts';
import { projectRoot } from '../support/process/program.ts';

const dockerfile = Dockerfile.read();
const names = services.map(({ name }) => name);

it('there is an image for each service, the gateway, the console and the command line', () => {
  expect(dockerfile.targets.sort()).toEqual([...names, 'gateway', 'console', 'lyceum'].sort());
});

it('only production packages are installed, without their scripts', () => {
  expect(dockerfile.all('packages', 'RUN')[0]).toMatch(/; npm ci --omit=dev --omit=optional --ignore-scripts$/);
});

it('neither test tools nor an embedded PostgreSQL nor a second Node is among them', async () => {
  const packages = (await productionPackages()).map((path) => path.split('node_modules/').at(-1) ?? '');
  const others = Object.keys({ ...packageJson.devDependencies, ...packageJson.optionalDependencies });
  expect(packages.filter((name) => others.includes(name)).sort()).toEqual(ALSO_OF_PRODUCTION);
  expect(packages).toEqual(expect.arrayContaining(Object.keys(packageJson.dependencies)));
});

describe.each(dockerfile.targets)('the image %s', (target) => {
  const files = imageFiles(dockerfile, target);
  const entry = dockerfile.entryOf(target);

  it('runs Node itself as process 1, unprivileged, on a base without a shell', () => {
    expect(entry[0]).toBe('/nodejs/bin/node');
    expect(files.has(entry[1] ?? '')).toBe(true);
    expect(dockerfile.all(target, 'USER').at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(dockerfile.baseOf(target)).toMatch(/distroless\/nodejs\d+-debian\d+:nonroot$/);
    expect(dockerfile.all(target, 'WORKDIR')).toEqual(['/app']);
    expect(dockerfile.all(target, 'ENV')).toContain('NODE_ENV=production');
  });

  it('contains every file its code imports, and only production packages', () => {
    const missing = new Set<string>();
    for (const [imagePath, path] of files) {
      if (!imagePath.endsWith('.ts')) continue;
      for (const { target: name, isPackage } of importsIn(imagePath, path)) {
        if (!isPackage && !files.has(name)) missing.add(`${imagePath} imports ${name}`);
        if (isPackage && !isBuiltin(name) && !isOfProduction(name)) missing.add(`${imagePath} imports ${name}`);
      }
    }
    expect([...missing]).toEqual([]);
  });

  it('contains no tests, and only its own service', () => {
    expect([...files.keys()].filter((imagePath) => /\.test\.ts$|\/testing\//.test(imagePath))).toEqual([]);
    const held = new Set([...files.keys()].flatMap((imagePath) => /^services\/([a-z]+)\//.exec(imagePath)?.[1] ?? []));
    const own = target === 'lyceum' ? names : names.filter((name) => name === target);
    expect([...held].sort()).toEqual([...own].sort());
  });

  it('contains the built documentation if it has the gateway, which serves it, and nothing that it is built of', () => {
    const built = dockerfile.all(target, 'COPY').filter((copy) => copy.includes('site/dist'));
    expect(built).toEqual(['gateway', 'lyceum'].includes(target) ? ['/app/site/dist site/dist'] : []);
    expect([...files.keys()].filter((imagePath) => /^(docs|site)\/|\.(md|tgz|whl)$/.test(imagePath))).toEqual([]);
  });

  it('contains the migrations of its service', () => {
    if (!names.includes(target)) return;
    const migrations = [...files.keys()].filter((imagePath) => imagePath.endsWith('.sql'));
    expect(migrations.filter((imagePath) => imagePath.startsWith('platform/data/migrations/')).length).toBeGreaterThan(
      0,
    );
    expect(migrations.filter((imagePath) => imagePath.startsWith(`services/${target}/store/`)).length).toBeGreaterThan(
      0,
    );
  });
});

/** The dependencies of a production package. */
const ALSO_OF_PRODUCTION = ['@types/node'];

/** The images have most files in common. */
const known = new Map<string, Import[]>();

function importsIn(imagePath: string, path: string): Import[] {
  return known.getOrInsertComputed(imagePath, () => importsOf(new SourceFile(imagePath, read(path))));
}

function isOfProduction(name: string): boolean {
  const packageName = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0];
  return Object.keys(packageJson.dependencies).includes(packageName ?? '');
}

function read(path: string): string {
  return readFileSync(projectRoot + path, 'utf8');
}

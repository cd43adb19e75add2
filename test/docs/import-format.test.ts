import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { bundleJsonSchema } from '../../bundle/format/json-schema.ts';
import { exampleBundle } from '../../cli/import/example-bundle.ts';
import { bundleFormat } from '../../cli/import/sections.ts';
import { demoBundle, faultsOf, type LooseBundle } from '../support/cli/bundles.ts';
import { runCli } from '../support/cli/run-cli.ts';

const read = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const validate = new Ajv2020({ strict: true, validateFormats: false }).compile(bundleJsonSchema(bundleFormat));

describe('docs/import-format.md', () => {
  it('shows the example that the command prints, which is valid', async () => {
    const { code, stdout } = await runCli(['import', '--example']);
    expect([code, JSON.parse(stdout)]).toEqual([0, exampleBundle]);
    const [, shown = ''] = /^```json\n(.*?)^```$/ms.exec(await read('import-format.md')) ?? [];
    expect(JSON.parse(shown)).toEqual(exampleBundle);
    expect(faultsOf(exampleBundle)).toEqual([]);
  });

  it('names every section', async () => {
    const page = await read('import-format.md');
    expect(bundleFormat.sections.filter(({ name }) => !page.includes(`| \`${name}\` |`))).toEqual([]);
  });
});

describe('docs/import-format.schema.json', () => {
  it('is generated from the declarations', async () => {
    const written = JSON.parse(await read('import-format.schema.json'));
    expect(written, 'Run npm run docs:bundle.').toEqual(bundleJsonSchema(bundleFormat));
  });

  it('accepts valid bundles', () => {
    for (const bundle of [exampleBundle, demoBundle()])
      expect([validate(bundle), validate.errors]).toEqual([true, null]);
  });

  it.each<[string, (bundle: LooseBundle) => void]>([
    ['a section', (b) => Object.assign(b, { holograms: [] })],
    ['a property', (b) => Object.assign(b.users[0], { nick: 'x' })],
    ['a type', (b) => Object.assign(b.locations[0].rooms[0], { capacity: '30' })],
    ['an institution', (b) => delete b.institution],
  ])('refuses what the import refuses: %s', (_, change) => {
    const bundle = demoBundle();
    change(bundle);
    expect([validate(bundle), faultsOf(bundle).length]).toEqual([false, 1]);
  });
});

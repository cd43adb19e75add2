import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importBundle } from '../../../cli/import/import-bundle.ts';
import { demoAs } from '../../../cli/testing/bundles.ts';
import { canInstall, installDebianPackage } from '../../support/debian-package.ts';
import { describeInOneProcess } from '../../support/shape/shape.ts';
import { TestSystem } from '../../support/test-system.ts';
import { readGuides } from './guide.ts';
import { findMissing } from './shown.ts';
import { type Outcome, Workspace } from './workspace.ts';

/** Every example of docs/guides, run from top to bottom: the commands of all guides at one demo institution, their programs at another. */
const guides = readGuides();
const workspace = new Workspace();
let system: TestSystem;
/** By the names of their institutions. */
const readers = new Map<string, Record<string, string>>();

/** Guides that show all data of an institution, or its changes: nothing else may run there. */
const ALONE = ['quick-start', 'lists-and-sync'];
const institutionOf = (slug: string, reader: 'commands' | 'programs') =>
  ALONE.includes(slug) ? `${slug}-${reader}` : reader;

/** The variables of a reader with their own demo institution. */
async function addReader(ref: string): Promise<void> {
  const { institutionId } = await importBundle({ bundle: demoAs(ref), call: (actor) => system.call(actor) });
  const { clientId, clientSecret } = await system.newClient(institutionId);
  readers.set(ref, { LYCEUM_URL: system.url, LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret });
}

beforeAll(async () => {
  if (spawnSync('jq', ['--version']).status !== 0 && canInstall()) await installDebianPackage('jq');
  const startSystem = async () => {
    system = await TestSystem.start({ platform: 'own' });
    const refs = guides.flatMap(({ slug }) => [institutionOf(slug, 'commands'), institutionOf(slug, 'programs')]);
    await Promise.all([...new Set(refs)].map(addReader));
    // The examples compare with the reader's own clock; a minute ahead, so that it stays behind the one that stands still.
    system.clock.set(new Date(Date.now() + 60_000).toISOString());
  };
  await Promise.all([startSystem(), workspace.prepare(guides)]);
});
afterAll(async () => {
  await system?.stop();
  workspace.remove();
});

/** Every step ran to its end and printed what the guide shows, and nothing that it does not show. */
function expectAsShown(slug: string, { code, stderr, printed }: Outcome): void {
  const last = printed.at(-1);
  for (const { step, output } of printed) {
    const position = `${slug}.md:${step.block.line}`;
    const context = `${position} printed: ${output}\n${step === last?.step ? stderr : ''}`;
    if (step.shown) expect(findMissing(step.shown, output), context).toBeNull();
    else if (step !== last?.step || code === 0) expect(output, `${position} prints what is not shown`).toBe('');
  }
  expect(code, `${slug}.md: ${stderr}`).toBe(0);
}

describeInOneProcess('the guides are about npm start', 'the guides', () => {
  it('have programs that compile', async () => {
    expect(await workspace.compile(guides)).toBe('');
  });

  describe.concurrent('produce the output they show', () => {
    it.for(guides)('$slug', async (guide, { signal }) => {
      const port = 20_000 + Math.floor(Math.random() * 10_000);
      const envOf = (reader: 'commands' | 'programs') => readers.get(institutionOf(guide.slug, reader)) ?? {};
      const [shell, program] = await Promise.all([
        workspace.runCommands(
          guide,
          { ...envOf('commands'), RECEIVER: `http://127.0.0.1:${port}`, PORT: `${port}` },
          signal,
        ),
        workspace.runProgram(guide, envOf('programs'), signal),
      ]);
      expectAsShown(guide.slug, shell);
      expectAsShown(guide.slug, program);
    });
  });
});

import { readFileSync } from 'node:fs';
import { projectRoot } from '../../support/process/program.ts';

/** A fenced block of a guide. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** The line of its fence, from 1. */
  readonly line: number;
  /** Why it is not run or compared with a real response; null if the test does so. */
  readonly reason: string | null;
}

/** A block that runs, and the output the guide shows for it. */
export interface Step {
  readonly block: Block;
  readonly shown: Block | null;
}

/** A page that integrators read. */
export interface Guide {
  readonly slug: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly steps: readonly Step[];
}

const FOLDER = `${projectRoot}docs/guides/`;
const FENCED = /^(?:\[not-run\]: # \((?<reason>[^\n]+)\)\n)?```(?<language>\w+)\n(?<text>.*?)^```$/gms;
const RUN = ['sh', 'ts', 'py'];
/** The file name under which to save a program. */
const NAME = /^(?:\/\/|#) ([\w-]+\.(?:ts|py))\n/;

/** The guides in the order in which docs/README.md lists them. */
export function readGuides(): Guide[] {
  const links = readFileSync(`${projectRoot}docs/README.md`, 'utf8').matchAll(/\]\(guides\/([\w-]+)\.md\)/g);
  return [...links].map(([, slug = '']) => guideOf(slug, readFileSync(`${FOLDER}${slug}.md`, 'utf8')));
}

/** The README, up to where it leads on. */
export function readReadme(): Guide {
  const [start = ''] = readFileSync(`${projectRoot}README.md`, 'utf8').split(/^## Where to go next$/m);
  return guideOf('README', start);
}

export function guideOf(slug: string, text: string): Guide {
  const blocks = [...text.matchAll(FENCED)].map(({ index, groups }) => ({
    language: groups?.language ?? '',
    text: groups?.text ?? '',
    line: text.slice(0, index).split('\n').length + (groups?.reason === undefined ? 0 : 1),
    reason: groups?.reason ?? null,
  }));
  const steps: { block: Block; shown: Block | null }[] = [];
  for (const block of blocks.filter(({ reason }) => reason === null)) {
    const last = steps.at(-1);
    if (RUN.includes(block.language)) steps.push({ block, shown: null });
    else if (!last || last.shown) throw new Error(`${slug}.md:${block.line} shows an answer to nothing`);
    else {
      last.shown = block;
      // The same program in TypeScript, right before it.
      const before = steps.at(-2);
      if (last.block.language === 'py' && before?.block.language === 'ts') before.shown ??= block;
    }
  }
  return { slug, text, blocks, steps };
}

/** The file name under which to save a block for later commands; null for one that runs in place. */
export function fileOf({ language, text }: Block): string | null {
  return language === 'sh' ? null : (NAME.exec(text)?.[1] ?? null);
}

import { readFileSync } from 'node:fs';
import { projectRoot } from '../../support/program.ts';

interface Instruction {
  readonly name: string;
  /** What stands behind the name, build arguments put in. */
  readonly text: string;
}

/** What a stage copies from the project. */
export interface Copy {
  readonly sources: readonly string[];
  readonly target: string;
}

/** A Dockerfile, read. Knows what this project's uses: stages upon stages, COPY from the project or from a stage, arguments before the first stage. */
export class Dockerfile {
  readonly #stages = new Map<string, { readonly from: string; readonly instructions: Instruction[] }>();

  constructor(text: string) {
    const defaults = new Map<string, string>();
    let current: Instruction[] | undefined;
    for (const instruction of instructionsOf(text)) {
      const value = instruction.text.replace(/\$\{(\w+)\}/g, (_, name) => defaults.get(name) ?? '');
      if (instruction.name === 'FROM') {
        const [from = '', , stage = ''] = value.split(/\s+/);
        current = [];
        this.#stages.set(stage, { from, instructions: current });
      } else if (current) current.push({ name: instruction.name, text: value });
      else if (instruction.name === 'ARG') {
        const [name = '', ...rest] = value.split('=');
        defaults.set(name, rest.join('='));
      }
    }
  }

  static read(): Dockerfile {
    return new Dockerfile(readFileSync(`${projectRoot}deploy/Dockerfile`, 'utf8'));
  }

  /** The stages that end in an image: those with an entry. */
  get targets(): string[] {
    return [...this.#stages.keys()].filter((stage) => this.#own(stage, 'ENTRYPOINT').length > 0);
  }

  /** The image that the chain of a stage begins with. */
  baseOf(stage: string): string {
    const from = this.#stages.get(stage)?.from ?? '';
    return this.#stages.has(from) ? this.baseOf(from) : from;
  }

  /** What a stage and those below it say with an instruction, the lowest first. */
  all(stage: string, name: string): string[] {
    const from = this.#stages.get(stage)?.from ?? '';
    return [...(this.#stages.has(from) ? this.all(from, name) : []), ...this.#own(stage, name)];
  }

  /** What goes from the project into a stage. */
  copies(stage: string): Copy[] {
    return this.all(stage, 'COPY')
      .filter((text) => !text.startsWith('--from='))
      .map((text) => {
        const paths = text.split(/\s+/);
        return { sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
      });
  }

  /** The program of an image, and its arguments. */
  entryOf(stage: string): string[] {
    return JSON.parse(this.all(stage, 'ENTRYPOINT').at(-1) ?? '[]') as string[];
  }

  /** The environment that an image brings. */
  environmentOf(stage: string): Record<string, string> {
    return Object.fromEntries(
      this.all(stage, 'ENV').map((text) => {
        const [name = '', ...rest] = text.split('=');
        return [name, rest.join('=')];
      }),
    );
  }

  #own(stage: string, name: string): string[] {
    const { instructions = [] } = this.#stages.get(stage) ?? {};
    return instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
  }
}

function instructionsOf(text: string): Instruction[] {
  return text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), text: rest };
    });
}

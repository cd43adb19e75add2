import { readFileSync } from 'node:fs';
import { projectRoot } from '../../support/program.ts';

interface Instruction {
  readonly name: string;
  /** The text after the name, with build arguments replaced. */
  readonly text: string;
}

/** A COPY from the project. */
export interface Copy {
  readonly sources: readonly string[];
  readonly target: string;
}

/** A parsed Dockerfile. Supports what this project's uses: stages based on stages, COPY from the project or a stage, arguments before the first stage. */
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

  /** The stages that become an image: those with an entry point. */
  get targets(): string[] {
    return [...this.#stages.keys()].filter((stage) => this.#own(stage, 'ENTRYPOINT').length > 0);
  }

  /** The base image of a stage's chain. */
  baseOf(stage: string): string {
    const from = this.#stages.get(stage)?.from ?? '';
    return this.#stages.has(from) ? this.baseOf(from) : from;
  }

  /** The arguments of an instruction in a stage and those below it, the lowest first. */
  all(stage: string, name: string): string[] {
    const from = this.#stages.get(stage)?.from ?? '';
    return [...(this.#stages.has(from) ? this.all(from, name) : []), ...this.#own(stage, name)];
  }

  /** The files copied from the project into a stage. */
  copies(stage: string): Copy[] {
    return this.all(stage, 'COPY')
      .filter((text) => !text.startsWith('--from='))
      .map((text) => {
        const paths = text.split(/\s+/);
        return { sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
      });
  }

  /** The program of an image with its arguments. */
  entryOf(stage: string): string[] {
    return JSON.parse(this.all(stage, 'ENTRYPOINT').at(-1) ?? '[]') as string[];
  }

  /** The environment set by an image. */
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

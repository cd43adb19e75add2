import { readFileSync } from 'node:fs';
import { Copy, DockerfileParser, type Dockerfile as Document, type Instruction } from 'dockerfile-ast';
import { projectRoot } from '../process/program.ts';

/** A COPY from the project. */
export interface CopiedFiles {
  readonly sources: readonly string[];
  readonly target: string;
}

/** `deploy/Dockerfile`: what its images are made of, by the names of their stages. */
export class Dockerfile {
  readonly #document: Document;
  readonly #stages: ReadonlyMap<string, { readonly from: string; readonly instructions: readonly Instruction[] }>;

  private constructor(text: string) {
    this.#document = DockerfileParser.parse(text);
    const instructions = this.#document.getInstructions();
    const lineOf = (instruction: Instruction) => instruction.getRange().start.line;
    const starts = this.#document.getFROMs();
    this.#stages = new Map(
      starts.map((start, index) => {
        const [begin, end] = [lineOf(start), starts[index + 1]];
        const own = instructions.filter((each) => lineOf(each) > begin && (!end || lineOf(each) < lineOf(end)));
        return [start.getBuildStage() ?? '', { from: this.#textOf(start).split(' ')[0] ?? '', instructions: own }];
      }),
    );
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
    const { from = '' } = this.#stages.get(stage) ?? {};
    return this.#stages.has(from) ? this.baseOf(from) : from;
  }

  /** The arguments of an instruction in a stage and those below it, the lowest first. */
  all(stage: string, name: string): string[] {
    return this.#chain(stage, name).map((instruction) => this.#textOf(instruction));
  }

  /** The files copied from the project into a stage. */
  copies(stage: string): CopiedFiles[] {
    return this.#chain(stage, 'COPY')
      .filter((copy) => copy instanceof Copy && !copy.getFlags().some((flag) => flag.getName() === 'from'))
      .map((copy) => {
        const paths = copy.getArguments().map((argument) => argument.getValue());
        return { sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
      });
  }

  /** The program of an image with its arguments. */
  entryOf(stage: string): string[] {
    return JSON.parse(this.all(stage, 'ENTRYPOINT').at(-1) ?? '[]') as string[];
  }

  #chain(stage: string, name: string): Instruction[] {
    const { from = '' } = this.#stages.get(stage) ?? {};
    return [...(this.#stages.has(from) ? this.#chain(from, name) : []), ...this.#own(stage, name)];
  }

  #own(stage: string, name: string): Instruction[] {
    const { instructions = [] } = this.#stages.get(stage) ?? {};
    return instructions.filter((instruction) => instruction.getInstruction() === name);
  }

  /** The arguments with the defaults of variables, on one line. */
  #textOf(instruction: Instruction): string {
    const { line } = instruction.getRange().start;
    const text = (instruction.getArgumentsContent() ?? '').replaceAll(/\s*\\\n\s*/g, ' ');
    return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => this.#document.resolveVariable(name, line) ?? '');
  }
}

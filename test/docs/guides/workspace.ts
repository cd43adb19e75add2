import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientPackage } from '../../support/client-package.ts';
import { Program, projectRoot } from '../../support/process/program.ts';
import { fileOf, type Guide, type Step } from './guide.ts';

/** The separator between the outputs of two steps. */
const MARK = '\u001e';
const BIN = `${projectRoot}node_modules/.bin`;
const WHEEL = clientPackage('python');

/** How a program is run, says where a step ends, and ends. */
const PROGRAMS = {
  ts: { command: `${BIN}/node`, mark: `process.stdout.write('${MARK}');`, end: 'export {};\n' },
  py: { command: 'python3', mark: `print('${MARK}', end='', flush=True)`, end: '' },
} as const;

/** The output of a step. */
export interface Printed {
  readonly step: Step;
  readonly output: string;
}

/** The result of a page's program: every started step, and its error output. */
export interface Outcome {
  readonly code: number | null;
  readonly stderr: string;
  readonly printed: readonly Printed[];
}

/** The folder of a reader, who goes from page to page with the same variables. */
export class Workspace {
  readonly #path = mkdtempSync(join(tmpdir(), 'lyceum-guides-'));

  /**
   * Provides the packages that pages install from the registry, and what the style check reads of the folder of Lyceum.
   */
  prepare(): void {
    mkdirSync(this.#clone);
    for (const name of ['biome.json', '.gitignore']) copyFileSync(join(projectRoot, name), join(this.#clone, name));
    mkdirSync(join(this.#path, 'node_modules'));
    for (const name of ['standardwebhooks', '@types'])
      symlinkSync(join(projectRoot, 'node_modules', name), join(this.#path, 'node_modules', name));
  }

  /** Stands for the folder of Lyceum, in which a reader starts. */
  get #clone(): string {
    return join(this.#path, 'lyceum');
  }

  /** The folder that the quick start makes, once it has. */
  get #folder(): string {
    const own = join(this.#path, 'my-integration');
    return existsSync(own) ? own : this.#clone;
  }

  /** What the style check of the project says about the files that the reader has left in the folder of Lyceum. */
  async checkStyle(): Promise<string> {
    const program = `${projectRoot}node_modules/@biomejs/biome/bin/biome`;
    const biome = Program.spawn(`${BIN}/node`, [program, 'ci', '.'], { cwd: this.#clone });
    const { code } = await biome.exited;
    return code === 0 ? '' : biome.stdout + biome.stderr;
  }

  /** Runs the commands of a page in one shell, and saves the programs that have a file name. */
  runCommands({ steps }: Guide, env: Environment, signal: AbortSignal): Promise<Outcome> {
    const own = steps.filter(({ block }) => block.language === 'sh' || fileOf(block) !== null);
    const pieces = own.map(({ block }) => {
      const file = fileOf(block);
      return file === null ? block.text : `cat > ${file} <<'END-OF-FILE'\n${block.text}END-OF-FILE\n`;
    });
    const script = ["trap 'jobs -p | xargs -r kill' EXIT\n", ...pieces.map((each) => `${each}printf '${MARK}'\n`)];
    return this.#run(own, ['bash', ['-euo', 'pipefail', '-c', script.join('')]], env, signal);
  }

  /** Runs the TypeScript or the Python of a page as one program, and saves what has a file name. */
  runProgram(language: 'ts' | 'py', { slug, steps }: Guide, env: Environment, signal: AbortSignal): Promise<Outcome> {
    const { command, mark, end } = PROGRAMS[language];
    const programs = steps.filter(({ block }) => block.language === language);
    for (const { block } of programs) {
      const file = fileOf(block);
      if (file !== null) writeFileSync(join(this.#folder, file), block.text);
    }
    const own = programs.filter(({ block }) => fileOf(block) === null);
    const text = own.map(({ block }) => `${block.text}${mark}\n`).join('');
    writeFileSync(join(this.#folder, `${slug}.${language}`), text + end);
    return this.#run(own, [command, [`${slug}.${language}`]], env, signal);
  }

  /** The strict compiler's output for all TypeScript that was saved. */
  async compile(): Promise<string> {
    const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    const options = { ...strict, module: 'nodenext', target: 'esnext', noEmit: true, skipLibCheck: true };
    const compilerOptions = { ...options, types: ['node'], allowImportingTsExtensions: true };
    writeFileSync(join(this.#folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const tsc = Program.spawn(`${BIN}/tsc`, ['-p', this.#folder]);
    await tsc.exited;
    return tsc.stdout + tsc.stderr;
  }

  remove(): void {
    rmSync(this.#path, { recursive: true });
  }

  async #run(
    own: readonly Step[],
    [command, args]: readonly [string, readonly string[]],
    env: Environment,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const quiet = { npm_config_audit: 'false', npm_config_fund: 'false' };
    const PATH = `${BIN}:${process.env.PATH}`;
    const program = Program.spawn(command, args, {
      cwd: this.#folder,
      env: { PATH, PYTHONPATH: WHEEL, ...quiet, ...env },
      detached: true,
    });
    const end = () => program.isRunning && program.killGroup('SIGKILL');
    signal.addEventListener('abort', end, { once: true });
    const { code } = await program.exited;
    const outputs = program.stdout.split(MARK);
    const printed = own.slice(0, outputs.length).map((step, number) => ({ step, output: outputs[number] ?? '' }));
    return { code, stderr: program.stderr, printed };
  }
}

type Environment = Readonly<Record<string, string>>;

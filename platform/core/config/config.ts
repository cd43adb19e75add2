import { readFileSync } from 'node:fs';
import { StartError } from '../start-error.ts';

/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** An environment variable that a process reads: its description and its parser. */
export interface Variable<T> {
  readonly description: string;
  /** The default, as text in the environment; undefined makes the variable required. */
  readonly fallback?: string | undefined;
  /** Never shown. Can also be read from a file, whose path is in the variable with the suffix `_FILE`. */
  readonly secret?: boolean;
  /** The allowed values, in words for the reference. */
  readonly allowed?: string;
  /** Throws an Error whose message completes "NAME …". */
  parse(text: string): T;
}

export type Variables = Readonly<Record<string, Variable<unknown>>>;

export type Values<V extends Variables> = { readonly [K in keyof V]: V[K] extends Variable<infer T> ? T : never };

/** Thrown if the environment does not configure the process. The message lists every fault. */
export class ConfigError extends StartError {
  constructor(faults: readonly string[]) {
    super(`The configuration is incomplete or wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads and parses all variables; throws a ConfigError that lists everything missing or invalid. */
export function readConfig<V extends Variables>(variables: V, environment: Environment): Values<V> {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables)) {
    try {
      const text = textOf(name, variable, environment);
      if (text === undefined) faults.push(`${name} is missing: ${variable.description}`);
      else values[name] = variable.parse(text);
    } catch (error) {
      faults.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return values as Values<V>;
}

/** The names under which an environment may hold a variable's value: those of a secret also as the names of files. */
export function namesOf(name: string, { secret }: Pick<Variable<unknown>, 'secret'>): string[] {
  return secret ? [name, `${name}_FILE`] : [name];
}

export function isSet(name: string, environment: Environment): boolean {
  return (environment[name] ?? '') !== '';
}

function textOf(name: string, variable: Variable<unknown>, environment: Environment): string | undefined {
  const text = environment[name];
  if (text !== undefined && text !== '') return text;
  const file = variable.secret ? environment[`${name}_FILE`] : undefined;
  if (file !== undefined && file !== '') return readFileSync(file, 'utf8').trim();
  return variable.fallback;
}

/** The only function that reads the process's environment. */
export function processEnvironment(): Environment {
  return process.env;
}

/**
 * Whether a process logs for a person at a terminal instead of in JSON. Never in production: a terminal may be attached
 * there (`docker run -t`, `kubectl attach`) while a log collector reads the same lines.
 */
export function isForTerminal(environment: Environment, output: { readonly isTTY?: boolean }): boolean {
  return environment.NODE_ENV !== 'production' && output.isTTY === true;
}

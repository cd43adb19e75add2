import { readFileSync } from 'node:fs';
import { StartError } from '../start-error.ts';

/** The variables of the environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One variable that a process reads: what it means, and how its text becomes a value. */
export interface Variable<T> {
  readonly description: string;
  /** Text as it would stand in the environment; undefined makes the variable required. */
  readonly fallback?: string | undefined;
  /** Never shown; may also be given as a file, by the variable's name with `_FILE` behind it. */
  readonly secret?: boolean;
  /** The variable's former name, which is read where the variable is not set. */
  readonly formerName?: string;
  /** What it may be, in words for the reference. */
  readonly allowed?: string;
  /** Throws an Error whose message completes "NAME …". */
  parse(text: string): T;
}

export type Variables = Readonly<Record<string, Variable<unknown>>>;

export type Values<V extends Variables> = { readonly [K in keyof V]: V[K] extends Variable<infer T> ? T : never };

/** Thrown when the environment does not configure the process; the message names every fault at once. */
export class ConfigError extends StartError {
  constructor(faults: readonly string[]) {
    super(`The configuration is incomplete or wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads all variables, first what is there, then what it means; throws a ConfigError with everything that is missing or wrong. */
export function readConfig<V extends Variables>(variables: V, environment: Environment): Values<V> {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(variables)) {
    const setName = nameInUse(name, variable, environment);
    try {
      const text = textOf(setName, variable, environment);
      if (text === undefined) faults.push(`${name} is missing: ${variable.description}`);
      else values[name] = variable.parse(text);
    } catch (error) {
      faults.push(`${setName} ${error instanceof Error ? error.message : String(error)}`);
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

/** The former name where the variable is set under it alone. */
function nameInUse(name: string, variable: Variable<unknown>, environment: Environment): string {
  const { formerName } = variable;
  if (formerName === undefined) return name;
  const isSetAs = (each: string) => namesOf(each, variable).some((candidate) => isSet(candidate, environment));
  return !isSetAs(name) && isSetAs(formerName) ? formerName : name;
}

function textOf(name: string, variable: Variable<unknown>, environment: Environment): string | undefined {
  const text = environment[name];
  if (text !== undefined && text !== '') return text;
  const file = variable.secret ? environment[`${name}_FILE`] : undefined;
  if (file !== undefined && file !== '') return readFileSync(file, 'utf8').trim();
  return variable.fallback;
}

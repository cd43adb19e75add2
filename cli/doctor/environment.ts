import { processVariables } from '../../deploy/installation/process-variables.ts';
import {
  ConfigError,
  type Environment,
  isSet,
  namesOf,
  readConfig,
  type Variable,
} from '../../platform/core/config/config.ts';
import { editDistance, MAX_SLIPS } from '../../platform/core/edit-distance.ts';
import { natsLimitVariables } from '../../platform/events/nats/nats-variables.ts';
import { apiVariables } from '../api/api-config.ts';
import { type Finding, ok, wrong } from '../checks/finding.ts';
import { connectionVariables } from '../connection.ts';
import { dataVariables } from '../data-variables.ts';
import { operatorTokenVariables } from '../operator-token.ts';
import { terminalVariables } from '../terminal/terminal.ts';

/** Finds variables with invalid values, and names that are probably misspelt. */
export function environmentFindings(environment: Environment): Finding[] {
  const known = new Map(
    Object.entries({
      ...connectionVariables,
      ...operatorTokenVariables,
      ...apiVariables,
      ...dataVariables,
      ...natsLimitVariables,
      ...terminalVariables,
      ...processVariables(environment),
    }).flatMap(([name, variable]) => {
      const declaration = { name, variable };
      return namesOf(name, variable).map((each) => [each, declaration] as const);
    }),
  );
  const set = Object.keys(environment).filter((name) => isSet(name, environment));
  const declared = new Set(set.flatMap((name) => known.get(name) ?? []));
  const found = [
    ...[...declared].flatMap((each) => malformed(each, environment)),
    ...set.filter((name) => !known.has(name)).flatMap((name) => unknown(name, [...known.keys()])),
  ];
  const read = set.filter((name) => known.has(name)).length;
  return found.length > 0 ? found : [ok('environment', `${read} variables of Lyceum are set, all valid`)];
}

function malformed(
  { name, variable }: { readonly name: string; readonly variable: Variable<unknown> },
  environment: Environment,
): Finding[] {
  try {
    readConfig({ [name]: variable }, environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fault = error.message
      .split('\n')
      .slice(1)
      .join(' ')
      .replace(/^\s*- /, '');
    return [wrong(`environment ${name}`, fault, `export ${name}=…    # ${variable.allowed ?? variable.description}`)];
  }
}

function unknown(name: string, known: readonly string[]): Finding[] {
  const meant = known.find((candidate) => candidate.length > SHORT && editDistance(name, candidate) <= MAX_SLIPS);
  if (meant === undefined && !name.startsWith('LYCEUM_')) return [];
  const remedy = meant === undefined ? `unset ${name}` : `export ${meant}="$${name}"; unset ${name}`;
  return [wrong(`environment ${name}`, `Lyceum does not read it${meant ? `; did you mean ${meant}?` : ''}`, remedy)];
}

/** Short names such as HOST and PORT are close to many others. */
const SHORT = 7;

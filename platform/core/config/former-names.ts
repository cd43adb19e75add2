import { type Environment, isSet, namesOf, type Variables } from './config.ts';

/** Warns of each variable that the environment sets under its former name, even where it also sets the new one. */
export function warnOfFormerNames(
  variables: Variables,
  environment: Environment,
  log: { warn(message: string): void },
): void {
  for (const [name, variable] of Object.entries(variables)) {
    const { formerName } = variable;
    if (formerName === undefined) continue;
    const names = namesOf(name, variable);
    for (const [at, former] of namesOf(formerName, variable).entries())
      if (isSet(former, environment)) log.warn(`The variable ${former} is deprecated: set ${names[at]} instead.`);
  }
}

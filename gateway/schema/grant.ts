import { Type } from 'typebox';
import { accessNames, areaNames, type Grant } from '../../platform/core/grant.ts';
import { Choice, nullable } from './types.ts';

/** The fields that show what an integration may do. @param says what each of them is of */
export function grantFields(says: { readonly access: string; readonly areas: string }) {
  return {
    access: Choice(accessNames, says.access),
    areas: nullable(Type.Array(Choice(areaNames, 'An area.'), { description: says.areas, minItems: 1 })),
  };
}

/** What an integration may do, as the API shows it. */
export function grantView({ access, areas }: Grant) {
  return { access, areas: areas && [...areas] };
}

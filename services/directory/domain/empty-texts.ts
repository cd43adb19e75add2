import type { Violation } from '../../../platform/core/errors/refusal.ts';

/** A violation for each optional text of a batch that is present and empty: a text without a value must be omitted. */
export function emptyTexts<Name extends string>(
  records: readonly { readonly [name in Name]?: string | undefined }[],
  names: readonly Name[],
): Violation[] {
  return records.flatMap((record, index) =>
    names
      .filter((name) => record[name] === '')
      .map(
        (name): Violation => ({
          pointer: `/records/${index}/${name}`,
          code: 'too_small',
          message: 'must not be empty',
        }),
      ),
  );
}

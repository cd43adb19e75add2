import type { DescMethodUnary } from '@bufbuild/protobuf';
import type { Kind } from '../../platform/data/import/kind.ts';
import type { ImportRequestSchema, ImportResponseSchema } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { ImportService as CurriculaImport } from '../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { ImportService as DirectoryImport } from '../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { ImportService as LocationsImport } from '../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { ImportService as SchedulingImport } from '../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { ImportService as TimetrackingImport } from '../../proto/gen/lyceum/timetracking/v1/import_pb.ts';
import { sections as ofCurricula } from '../../services/curricula/import/sections.ts';
import type { InstitutionRecord } from '../../services/directory/import/institution.ts';
import { sections as ofDirectory } from '../../services/directory/import/sections.ts';
import { sections as ofLocations } from '../../services/locations/import/sections.ts';
import { sections as ofScheduling } from '../../services/scheduling/import/sections.ts';
import { sections as ofTimetracking } from '../../services/timetracking/import/sections.ts';

/** A service that imports sections, each after those that its records refer to. */
export interface ImportingService {
  readonly method: DescMethodUnary<typeof ImportRequestSchema, typeof ImportResponseSchema>;
  readonly sections: readonly Kind[];
}

/** In the order of an import; directory, which has the institution, is the first. */
export const importingServices: readonly ImportingService[] = [
  { method: DirectoryImport.method.import, sections: loose(ofDirectory) },
  { method: SchedulingImport.method.import, sections: loose(ofScheduling) },
  { method: LocationsImport.method.import, sections: loose(ofLocations) },
  { method: CurriculaImport.method.import, sections: loose(ofCurricula) },
  { method: TimetrackingImport.method.import, sections: loose(ofTimetracking) },
];

/** The sections of a bundle except its institution, in the order of the format. */
export const sections: readonly Kind[] = importingServices.flatMap((service) => service.sections);

/** A valid bundle. A missing section has no records. */
export type Bundle = { readonly institution: InstitutionRecord } & {
  readonly [section: string]: readonly { readonly [field: string]: unknown }[] | InstitutionRecord | undefined;
};

export function recordsOf(bundle: Bundle, { name }: Kind): readonly Readonly<Record<string, unknown>>[] {
  return (Object.hasOwn(bundle, name) ? bundle[name] : []) as readonly Readonly<Record<string, unknown>>[];
}

/** The command line does not use the types of records. */
function loose(kinds: readonly unknown[]): readonly Kind[] {
  return kinds as readonly Kind[];
}

import type { DescMethodUnary } from '@bufbuild/protobuf';
import type { BundleFormat } from '../../bundle/format/check-bundle.ts';
import type { JsonRecord } from '../../bundle/format/json-record.ts';
import type { Kind } from '../../bundle/format/kind.ts';
import type { ImportRequestSchema, ImportResponseSchema } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { ImportService as CurriculaImport } from '../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { ImportService as DirectoryImport } from '../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { ImportService as LocationsImport } from '../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { ImportService as SchedulingImport } from '../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { ImportService as TimetrackingImport } from '../../proto/gen/lyceum/timetracking/v1/import_pb.ts';
import { sections as ofCurricula } from '../../services/curricula/import/sections.ts';
import {
  checkInstitution,
  type InstitutionRecord,
  InstitutionSchema,
} from '../../services/directory/import/institution.ts';
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
  { method: DirectoryImport.method.import, sections: ofDirectory },
  { method: SchedulingImport.method.import, sections: ofScheduling },
  { method: LocationsImport.method.import, sections: ofLocations },
  { method: CurriculaImport.method.import, sections: ofCurricula },
  { method: TimetrackingImport.method.import, sections: ofTimetracking },
];

/** The format of a bundle, assembled from what the services declare. */
export const bundleFormat: BundleFormat = {
  institution: InstitutionSchema,
  checkInstitution,
  sections: importingServices.flatMap((service) => service.sections),
};

/** A valid bundle. A missing section has no records. */
export type Bundle = { readonly institution: InstitutionRecord } & {
  readonly [section: string]: readonly JsonRecord[] | InstitutionRecord | undefined;
};

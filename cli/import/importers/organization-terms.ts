import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { utc, utcOrNone } from '../utc.ts';
import { type Importer, importRequest } from './importer.ts';

export const organizationTermsImporter: Importer<'organizationTerms'> = {
  section: 'organizationTerms',
  service: ImportService,
  requests(terms) {
    const records = terms.map((term) => ({
      ...term,
      termStart: utc(term.termStart),
      termEnd: utc(term.termEnd),
      electionStart: utcOrNone(term.electionStart),
      electionEnd: utcOrNone(term.electionEnd),
      reassessmentRegistrationStart: utcOrNone(term.reassessmentRegistrationStart),
      reassessmentRegistrationEnd: utcOrNone(term.reassessmentRegistrationEnd),
    }));
    return [importRequest(ImportService.method.importOrganizationTerms, { records })];
  },
};

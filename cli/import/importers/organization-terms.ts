import { ImportService } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { utc, utcOrNone } from '../utc.ts';
import type { Importer } from './importer.ts';

export const organizationTermsImporter: Importer<'organizationTerms'> = {
  section: 'organizationTerms',
  async send(terms, { call }) {
    const records = terms.map((term) => ({
      ...term,
      termStart: utc(term.termStart),
      termEnd: utc(term.termEnd),
      electionStart: utcOrNone(term.electionStart),
      electionEnd: utcOrNone(term.electionEnd),
      reassessmentRegistrationStart: utcOrNone(term.reassessmentRegistrationStart),
      reassessmentRegistrationEnd: utcOrNone(term.reassessmentRegistrationEnd),
    }));
    return (await call(ImportService.method.importOrganizationTerms, { records })).records;
  },
};

-- Up Migration
-- The study programs of continuing education, their versions and cohorts, and which academic terms the study terms are for a cohort.

CREATE TABLE programs (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  -- NULL where an integration created it.
  ref text COLLATE "C",
  name text NOT NULL,
  code text COLLATE "C",
  objective text,
  default_study_time integer,
  has_cohorts boolean NOT NULL,
  type text,
  is_archived boolean NOT NULL,
  -- A program has exactly one default version: this column is it, never empty, and one of the program's own by its reference.
  default_version_id uuid NOT NULL,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- Moves with the program's versions, too.
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id)
);
-- Partial: what an integration creates costs no entry.
CREATE UNIQUE INDEX programs_ref ON programs (institution_id, ref) WHERE ref IS NOT NULL;
-- With what filters, so that the pages of a filtered list are found in the index alone.
CREATE INDEX programs_by_creation ON programs (institution_id, created_at, id) INCLUDE (updated_at, is_archived);
CREATE INDEX programs_by_code ON programs (institution_id, code, created_at, id) INCLUDE (updated_at, is_archived) WHERE code IS NOT NULL;

CREATE TABLE program_versions (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  -- NULL where an integration created it.
  ref text COLLATE "C",
  study_program_id uuid NOT NULL,
  name text NOT NULL,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT program_versions_of_program UNIQUE (institution_id, study_program_id, id),
  CONSTRAINT program_versions_program FOREIGN KEY (institution_id, study_program_id) REFERENCES programs (institution_id, id)
);
CREATE UNIQUE INDEX program_versions_ref ON program_versions (institution_id, ref) WHERE ref IS NOT NULL;
CREATE INDEX program_versions_by_creation ON program_versions (institution_id, study_program_id, created_at, id);

-- At the commit: a program and its first version name each other.
ALTER TABLE programs ADD CONSTRAINT programs_default_version FOREIGN KEY (institution_id, id, default_version_id)
  REFERENCES program_versions (institution_id, study_program_id, id) DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE program_curricula (
  institution_id uuid NOT NULL,
  study_program_id uuid NOT NULL,
  curriculum_id uuid NOT NULL,
  -- The order in which they were connected.
  position integer NOT NULL,
  PRIMARY KEY (institution_id, study_program_id, curriculum_id),
  CONSTRAINT program_curricula_program FOREIGN KEY (institution_id, study_program_id) REFERENCES programs (institution_id, id),
  CONSTRAINT program_curricula_curriculum FOREIGN KEY (institution_id, curriculum_id) REFERENCES curricula (institution_id, id)
);

-- The users are directory's.
CREATE TABLE program_responsible_users (
  institution_id uuid NOT NULL,
  study_program_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (institution_id, study_program_id, user_id),
  CONSTRAINT program_responsible_users_program FOREIGN KEY (institution_id, study_program_id) REFERENCES programs (institution_id, id)
);

CREATE TABLE cohorts (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  study_program_version_id uuid NOT NULL,
  name text NOT NULL,
  start_date timestamptz(3) NOT NULL,
  end_date timestamptz(3) NOT NULL,
  curriculum_version_id uuid NOT NULL,
  original_curriculum_version_id uuid,
  is_archived boolean NOT NULL,
  -- NULL when unset.
  has_disconnected_from_curricula boolean,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT cohorts_ref UNIQUE (institution_id, ref),
  CONSTRAINT cohorts_program_version FOREIGN KEY (institution_id, study_program_version_id)
    REFERENCES program_versions (institution_id, id),
  CONSTRAINT cohorts_curriculum_version FOREIGN KEY (institution_id, curriculum_version_id)
    REFERENCES curriculum_versions (institution_id, id),
  CONSTRAINT cohorts_original_curriculum_version FOREIGN KEY (institution_id, original_curriculum_version_id)
    REFERENCES curriculum_versions (institution_id, id)
);
CREATE INDEX cohorts_of_version ON cohorts (institution_id, study_program_version_id, start_date, id);

-- Which academic term a study term is for a cohort.
CREATE TABLE cohort_terms (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  cohort_id uuid NOT NULL,
  curriculum_term_id uuid NOT NULL,
  organization_term_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT cohort_terms_once UNIQUE (institution_id, cohort_id, curriculum_term_id, organization_term_id),
  CONSTRAINT cohort_terms_cohort FOREIGN KEY (institution_id, cohort_id) REFERENCES cohorts (institution_id, id),
  CONSTRAINT cohort_terms_term FOREIGN KEY (institution_id, curriculum_term_id) REFERENCES curriculum_terms (institution_id, id),
  CONSTRAINT cohort_terms_organization_term FOREIGN KEY (institution_id, organization_term_id)
    REFERENCES organization_terms (institution_id, id)
);
CREATE INDEX cohort_terms_of_term ON cohort_terms (institution_id, curriculum_term_id, created_at, id);

ALTER TABLE curriculum_versions ADD CONSTRAINT curriculum_versions_source_cohort FOREIGN KEY (institution_id, source_cohort_id)
  REFERENCES cohorts (institution_id, id);

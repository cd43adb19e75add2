-- Up Migration
-- A stamp for each institution: another one after each change of anything that curricula hold of it, in the transaction of the change. What was made
-- of that data is the same as long as the stamp is.

CREATE TABLE stamps (
  institution_id uuid PRIMARY KEY,
  -- Random, so that none comes again, not even after an old backup was restored.
  stamp uuid NOT NULL
);

INSERT INTO stamps (institution_id, stamp)
SELECT institution_id, gen_random_uuid() FROM (SELECT DISTINCT institution_id FROM curricula) AS known;

-- Deferred to the commit, so that the institution's stamp is locked last, and not while other locks are waited for. The first row of an institution
-- that a transaction changes moves the stamp; the setting, which ends with the transaction, spares the others all but a look:
-- 3 microseconds a row.
CREATE FUNCTION move_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  institution uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.institution_id ELSE NEW.institution_id END;
BEGIN
  IF current_setting('lyceum.stamp_moved', true) IS DISTINCT FROM institution::text THEN
    INSERT INTO stamps AS s (institution_id, stamp) VALUES (institution, gen_random_uuid())
    ON CONFLICT (institution_id) DO UPDATE SET stamp = excluded.stamp;
    PERFORM set_config('lyceum.stamp_moved', institution::text, true);
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER organization_terms_stamp AFTER INSERT OR UPDATE OR DELETE ON organization_terms
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER module_groups_stamp AFTER INSERT OR UPDATE OR DELETE ON module_groups
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER tags_stamp AFTER INSERT OR UPDATE OR DELETE ON tags
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER course_modules_stamp AFTER INSERT OR UPDATE OR DELETE ON course_modules
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER course_module_tags_stamp AFTER INSERT OR UPDATE OR DELETE ON course_module_tags
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER module_versions_stamp AFTER INSERT OR UPDATE OR DELETE ON module_versions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER module_connections_stamp AFTER INSERT OR UPDATE OR DELETE ON module_connections
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER curricula_stamp AFTER INSERT OR UPDATE OR DELETE ON curricula
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER curriculum_versions_stamp AFTER INSERT OR UPDATE OR DELETE ON curriculum_versions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER curriculum_terms_stamp AFTER INSERT OR UPDATE OR DELETE ON curriculum_terms
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER pathways_stamp AFTER INSERT OR UPDATE OR DELETE ON pathways
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER module_clusters_stamp AFTER INSERT OR UPDATE OR DELETE ON module_clusters
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER curriculum_items_stamp AFTER INSERT OR UPDATE OR DELETE ON curriculum_items
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER programs_stamp AFTER INSERT OR UPDATE OR DELETE ON programs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER program_versions_stamp AFTER INSERT OR UPDATE OR DELETE ON program_versions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER program_curricula_stamp AFTER INSERT OR UPDATE OR DELETE ON program_curricula
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER program_responsible_users_stamp AFTER INSERT OR UPDATE OR DELETE ON program_responsible_users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER cohorts_stamp AFTER INSERT OR UPDATE OR DELETE ON cohorts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();
CREATE CONSTRAINT TRIGGER cohort_terms_stamp AFTER INSERT OR UPDATE OR DELETE ON cohort_terms
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp();

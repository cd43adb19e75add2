-- Up Migration

-- The language of the Excel for which an administrator's CSV files are written; empty for all programs.
ALTER TABLE administrators ADD COLUMN excel_language text NOT NULL DEFAULT '';
ALTER TABLE administrators ADD CONSTRAINT administrators_excel_language_check CHECK (excel_language IN ('', 'de'));

/** Where commands look for the databases of services. */
export const DATABASES_HELP = `Environment:
  DATABASE_URL          a PostgreSQL server, with databases lyceum_SERVICE
  SERVICE_DATABASE_URL  the database of one service, DIRECTORY_DATABASE_URL
  DATA_DIR              without those: the data folder of npm start (.data)`;

// Where the console's modules are: in the sources, or in a copy that the caller names.
import { fileURLToPath, pathToFileURL } from 'node:url';

const SOURCES = new URL(
  '../../../../../transport-netty/src/main/resources/io/sidetone/transport/console/', import.meta.url);

/** The folder, with a slash at its end. */
export const CONSOLE = process.env.SIDETONE_CONSOLE === undefined
  ? SOURCES : pathToFileURL(`${process.env.SIDETONE_CONSOLE}/`);

export const CONSOLE_PATH = fileURLToPath(CONSOLE);

/** Imports a module of the console. */
export const load = (name) => import(new URL(name, CONSOLE));

/** A colleague's changes to the documents of a project, by the interface. */

import { filled } from "./pictures";
import { paths, type Service } from "./service";

type Section = { section: string; files: { fileReferenceId: string; name: string }[] };

const documents = (project: string) => `${paths.projects}/${project}/documents`;

/** The documents of a section, in the order of the list. */
export async function documentsOf(service: Service, project: string, section: string): Promise<Section["files"]> {
  const pages = (await service.call("production", "GET", documents(project))) as Section[];
  return pages.find((page) => page.section === section)?.files ?? [];
}

/** What a document holds. */
export async function contentOf(service: Service, project: string, id: string): Promise<string> {
  const { baseUrl } = service.ready.environments.production;
  const authorization = `Bearer ${await service.token("production")}`;
  return (await fetch(`${baseUrl}${documents(project)}/${id}`, { headers: { authorization } })).text();
}

/** Adds a document beside those that are there. */
export async function add(
  service: Service,
  project: string,
  section: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  const form = new FormData();
  form.append("file", filled(name, content), name);
  await service.call("production", "POST", `${documents(project)}?section=${encodeURIComponent(section)}`, form);
}

/** Removes the documents of a name. */
export async function remove(service: Service, project: string, section: string, name: string): Promise<void> {
  for (const { fileReferenceId: id, name: found } of await documentsOf(service, project, section))
    if (found === name) await service.call("production", "DELETE", `${documents(project)}/${id}`);
}

/** Replaces a document by another content. */
export async function replace(
  service: Service,
  project: string,
  section: string,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  await remove(service, project, section, name);
  await add(service, project, section, name, content);
}

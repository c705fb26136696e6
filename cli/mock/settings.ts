import type { Profile } from '../../contract/profile/profile.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { parseJsonFile } from '../../contract/text/json-file.ts'
import { keysHere, schemaErrors } from '../../contract/text/schema-errors.ts'
import { type Partners, parsePartners } from '../../fixtures/parse-partners.ts'
import { PARTNERS } from '../../fixtures/partners.ts'
import { type CatalogueProduct, catalogueFile } from '../../fixtures/product.ts'
import { withBuiltIns } from '../../fixtures/with-built-ins.ts'
import { loadProfile, loadScenarios, readText } from '../files/files.ts'
import { type Folder, InputError } from '../io.ts'

export type SettingFiles = {
  readonly profile?: string
  readonly partners?: string
  readonly scenarios?: string
  readonly catalogue?: string
}

/** How a mock behaves. */
export type MockSettings = Partners & {
  readonly profile: Profile
  readonly profileSource: string
  readonly scenarios: readonly Scenario[]
  readonly catalogue: readonly CatalogueProduct[]
}

/** Built-in settings for each that is not named. @throws {InputError | ProfileError | ScenariosError | PartnersError} */
export function loadSettings(files: SettingFiles, folder: Folder): MockSettings {
  const { profile, source } = loadProfile(files.profile, folder)
  const scenarios = loadScenarios(files.scenarios, folder)
  const goods = withBuiltIns({ scenarios, catalogue: loadCatalogue(files.catalogue, folder) })
  return { ...loadPartners(files.partners, folder), profile, profileSource: source, ...goods }
}

/** @throws {InputError} for a file of no use. */
function loadCatalogue(file: string | undefined, folder: Folder): readonly CatalogueProduct[] | undefined {
  if (file === undefined) return undefined
  const document = parseJsonFile(readText(file, '--catalogue', folder), `--catalogue ${file}`, InputError)
  const parsed = catalogueFile.safeParse(document, { error: keysHere })
  if (parsed.success) return parsed.data.products
  const [error, ...more] = schemaErrors(parsed.error, document, 'catalogue')
  throw new InputError(
    `--catalogue ${file}: ${error}${more.length === 0 ? '' : `, and ${more.length} more`}. Make one with: npx partner-purchase-kit fixtures --products 30 --seed 1 --out ${file} --force`,
  )
}

function loadPartners(file: string | undefined, folder: Folder): Partners {
  return file === undefined
    ? { unknownKeys: 'accept', partners: PARTNERS }
    : parsePartners(readText(file, '--partners', folder), file)
}

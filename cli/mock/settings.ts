import type { Profile } from '../../contract/profile/profile.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { ORDINARY_CARDS, withScenarioCards } from '../../fixtures/catalogue.ts'
import { type Partners, parsePartners } from '../../fixtures/parse-partners.ts'
import { PARTNERS } from '../../fixtures/partners.ts'
import type { CatalogueProduct } from '../../fixtures/product.ts'
import { loadCatalogue, loadProfile, loadScenarios, readText } from '../files/files.ts'
import type { Folder } from '../io.ts'

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
  const catalogue =
    files.catalogue === undefined
      ? withScenarioCards(ORDINARY_CARDS, scenarios)
      : loadCatalogue(files.catalogue, folder, scenarios)
  return { ...loadPartners(files.partners, folder), profile, profileSource: source, scenarios, catalogue }
}

function loadPartners(file: string | undefined, folder: Folder): Partners {
  return file === undefined
    ? { unknownKeys: 'accept', partners: PARTNERS }
    : parsePartners(readText(file, '--partners', folder), file)
}

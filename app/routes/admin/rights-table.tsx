import { Panel } from '#app/features/admin/form-section.tsx'
import { Icon } from '#app/ui/icons.tsx'
import { can, type Right, rights, staffRoles } from '#shared/rights.ts'

/** What each role may do, from the table that the server checks. */
export function RightsTable() {
  return (
    <Panel title="What each role may do" className="mt-6 max-w-3xl">
      <table className="w-full">
        <caption className="sr-only">What each role may do</caption>
        <thead>
          <tr className="border-rule border-b text-granite text-note">
            <th scope="col">
              <span className="sr-only">Right</span>
            </th>
            {staffRoles.map((role) => (
              <th key={role} scope="col" className="w-14 py-2 text-center font-normal sm:w-24">
                {role}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(rights) as Right[]).map((right) => (
            <tr key={right} className="border-rule border-b last:border-0">
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                {rights[right].label}
              </th>
              {staffRoles.map((role) => (
                <td key={role} className="text-center align-middle">
                  {can(role, right) ? (
                    <>
                      <Icon name="check" className="ico mx-auto size-4" />
                      <span className="sr-only">Yes</span>
                    </>
                  ) : (
                    <span className="sr-only">No</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

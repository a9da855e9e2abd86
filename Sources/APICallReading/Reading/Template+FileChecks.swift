package import APICallBase
package import APICallLanguage
import APICallText

extension Template {
  /// Finds literal arguments that are not valid on this machine, such as the name of a time zone.
  package func literalProblems(in files: any FileSystem) -> [TemplateProblem] {
    var problems: [TemplateProblem] = []
    for placeholder in placeholders {
      placeholder.expression.visitFilters { use in
        for (argument, parameter) in zip(use.arguments, use.filter.parameters) {
          guard let check = parameter.fileCheck, case .literal(.text(let text)) = argument.form
          else { continue }
          do throws(PlaceholderFault) {
            try parameter.check?(text)
          } catch {
            // The reader of the template has reported it.
            continue
          }
          do throws(PlaceholderFault) {
            try check(text, files)
          } catch {
            problems.append(TemplateProblem(error, at: placeholder.span(argument.range)))
          }
        }
      }
    }
    return problems
  }
}

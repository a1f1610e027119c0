// SPDX-License-Identifier: MIT
import TerminalIO

/// Handles the mouse on the list.
extension TerminalTuner {
    func handle(_ report: MouseReport) {
        switch report.action {
        case .wheelUp: select(list.moved(state.selected, by: -3))
        case .wheelDown: select(list.moved(state.selected, by: 3))
        case .release:
            isDragging = false
            endGesture()
        case .drag:
            guard isDragging, let layout else { return }
            slide(to: TunerPicture.position(of: report.column, in: TunerLayout.Columns(layout.list).slider))
        case .press:
            guard let layout, (layout.list.row..<layout.list.end).contains(report.row), report.column < layout.list.columns,
                let path = list.path(at: state.top + report.row - layout.list.row)
            else { return }
            select(path)
            endGesture()
            let slider = TunerLayout.Columns(layout.list).slider
            isDragging = slider.contains(report.column)
            if isDragging { slide(to: TunerPicture.position(of: report.column, in: slider)) }
        }
    }
}

// `wgsl!(2.5 .* x .+ 1)`, in a crate `K`.
fn scaled() -> String {
    match &(x) {
        slot0 => {
            let gpu = &K::__private::gpu::no_machine();
            let operand0 = K::__private::gpu::Operand::leaf(&*slot0);
            let rank0 = K::__private::gpu::rank(&operand0);
            {
                let _ = {
                    let rank = rank0;
                    K::__private::gpu::text_run(
                        gpu,
                        &K::__private::gpu::Call {
                            name: "wgsl!",
                            operands: &["x"],
                            targets: &[],
                            axes: &[],
                            cost: 2,
                            serial: false,
                        },
                        rank,
                        (),
                        operand0,
                        &K::__private::gpu::Formula {
                            steps: &[
                                K::__private::gpu::FormulaStep { at: 0, node: K::__private::gpu::Node::Literal("2.5") },
                                K::__private::gpu::FormulaStep {
                                    at: 1,
                                    node: K::__private::gpu::Node::Apply(
                                        "times",
                                        &[K::__private::gpu::Value::Step(0), K::__private::gpu::Value::Leaf(0)],
                                    ),
                                },
                                K::__private::gpu::FormulaStep {
                                    at: 2,
                                    node: K::__private::gpu::Node::Apply(
                                        "plus",
                                        &[K::__private::gpu::Value::Step(1), K::__private::gpu::Value::Integer(1)],
                                    ),
                                },
                            ],
                            stored: &[],
                            folds: &[],
                            values: &[K::__private::gpu::Value::Step(2)],
                        },
                        |_level, ((), element0)| {
                            let value2 = 2.5;
                            let value0 = K::ops::Times::times(element0, value2);
                            let value1 = K::ops::Plus::plus(K::ops::Adopt::<1>::like(&value0), value0);
                            K::__private::gpu::formula(
                                (
                                    K::__private::gpu::typed(&value2),
                                    (
                                        K::__private::gpu::GpuElement::typed_number(&value0),
                                        K::__private::gpu::GpuElement::typed_number(&value1),
                                    ),
                                ),
                                ((), K::Stored::store(value1)),
                            )
                        },
                    )
                };
                K::__private::gpu::text(gpu)
            }
        }
    }
}
